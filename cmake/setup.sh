# Sourced by app/run and tests/run: installs what is missing, configures, builds.
# Everything said here goes to stderr, so that stdout stays the program's own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
build=$root/build

say() { printf '%s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

neededPackages() {
  local name why
  while read -r name why; do
    [[ -z $name || $name == '#'* ]] || printf '%s\n' "$name"
  done < "$root/cmake/packages.txt"
  # Most desktops show X11 windows too; one that does not needs Qt's other plugin.
  if [[ -n ${WAYLAND_DISPLAY-} && -z ${DISPLAY-} ]]; then printf 'qt6-wayland\n'; fi
}

# The systems on which the package names are known to be right.
knownSystem() {
  local ID='' VERSION_ID=''
  [[ -r /etc/os-release ]] && . /etc/os-release
  case "$ID $VERSION_ID" in
    'debian 12' | 'debian 13' | 'ubuntu 24.04') return 0 ;;
    *) return 1 ;;
  esac
}

# A package counts as installed under its own name and under those that it provides: they differ between systems.
missingPackages() {
  local installed name
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' | sed -n 's/^installed //p' |
    tr ',' '\n' | sed 's/(.*//; s/ //g')
  for name in $(neededPackages); do
    grep -qxF -- "$name" <<< "$installed" || printf '%s\n' "$name"
  done
}

installPackages() {
  knownSystem || return 0
  local missing become=()
  mapfile -t missing < <(missingPackages)
  ((${#missing[@]})) || return 0
  say "Installing ${missing[*]}."
  if ((EUID != 0)); then
    command -v sudo > /dev/null || fail "This needs root and there is no sudo. As root: apt-get install ${missing[*]}"
    become=(sudo)
  fi
  local apt=("${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  # One broken source among many must not stop an install that the others can serve.
  "${apt[@]}" update >&2 || say "The package lists could not all be renewed: going on with those at hand."
  # Whether it can be built without them, CMake knows best.
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >&2 ||
    say "apt-get could not install ${missing[*]} (on Ubuntu they need the component 'universe'): trying without."
}

# True when build/ was configured from this folder, as it must be here; then ninja itself sees what changed.
configured() {
  local cache=$build/CMakeCache.txt line
  [[ -f $cache && (-f $build/build.ninja || -f $build/Makefile) ]] || return 1
  for line in "CMAKE_HOME_DIRECTORY:INTERNAL=$root" CMAKE_BUILD_TYPE:STRING=Release \
    TILESCAPE_GUI:BOOL=ON TILESCAPE_UNITY:BOOL=ON BUILD_TESTING:BOOL=ON TILESCAPE_SANITIZE:STRING=; do
    grep -qxF -- "$line" "$cache" || return 1
  done
}

configure() {
  configured && return 0
  local generator=()
  command -v ninja > /dev/null && generator=(-G Ninja)
  command -v cmake > /dev/null && cmake --fresh -S "$root" -B "$build" "${generator[@]}" \
    -DCMAKE_BUILD_TYPE=Release -DTILESCAPE_GUI=ON -DTILESCAPE_UNITY=ON -DBUILD_TESTING=ON -DTILESCAPE_SANITIZE= >&2 && return 0
  knownSystem && fail "CMake could not configure the build: its message is above."
  say "This is neither Debian 12, Debian 13 nor Ubuntu 24.04, and something is missing: the message above says what."
  say "Install these (names as in Debian) and run this again:"
  fail "$(grep -v '^#' "$root/cmake/packages.txt")"
}

# Builds the given targets, or everything.
buildTargets() {
  installPackages
  configure
  local targets=()
  (($#)) && targets=(--target "$@")
  cmake --build "$build" --parallel "$(nproc)" "${targets[@]}" >&2 || fail "The build failed: its message is above."
}
