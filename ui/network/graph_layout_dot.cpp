#include "ui/network/graph_layout.h"

#include <QByteArray>

#include <mutex>

// Last, because it defines macros and types with everyday names.
#include <gvc.h>

#ifdef TILESCAPE_DOT_LAYOUT_LINKED
extern "C" {
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
}
#endif

namespace tilescape::ui::network {

namespace {

constexpr double pointsPerInch = 72;

/// One context for the life of the program: a context per layout leaks, and costs 30 ms where plugins are looked up.
GVC_t* keptContext()
{
#ifdef TILESCAPE_DOT_LAYOUT_LINKED
    static lt_symlist_t plugins[] = {{"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                                     {nullptr, nullptr}};
    static GVC_t* context = gvContextPlugins(plugins, 0);
#else
    static GVC_t* context = gvContext();
#endif
    return context;
}

/// Graphviz takes every text as `char*` though it only reads it.
char* text(const char* constant) { return const_cast<char*>(constant); }

void set(void* object, const char* key, double value)
{
    agsafeset(object, text(key), QByteArray::number(value, 'f', 4).data(), text(""));
}

struct BuiltGraph {
    Agraph_t* graph = nullptr;
    std::vector<Agnode_t*> nodes;
    std::vector<Agedge_t*> edges;
};

BuiltGraph build(const GraphShape& shape)
{
    BuiltGraph built;
    built.graph = agopen(text("network"), Agdirected, nullptr);
    agattr(built.graph, AGRAPH, text("rankdir"), text("TB"));
    agattr(built.graph, AGRAPH, text("nodesep"), text("0.22"));
    agattr(built.graph, AGRAPH, text("ranksep"), text("0.36"));
    agattr(built.graph, AGRAPH, text("nslimit"), text("4"));
    agattr(built.graph, AGNODE, text("shape"), text("box"));
    agattr(built.graph, AGNODE, text("fixedsize"), text("true"));
    agattr(built.graph, AGNODE, text("label"), text(""));
    agattr(built.graph, AGEDGE, text("arrowsize"), text("0.6"));
    for (std::size_t i = 0; i < shape.nodes.size(); ++i) {
        QByteArray name = QByteArray::number(static_cast<qulonglong>(i));
        Agnode_t* node = agnode(built.graph, name.data(), 1);
        set(node, "width", shape.nodes[i].width() / pointsPerInch);
        set(node, "height", shape.nodes[i].height() / pointsPerInch);
        built.nodes.push_back(node);
    }
    for (const auto& [from, to] : shape.edges) {
        built.edges.push_back(agedge(built.graph, built.nodes[from], built.nodes[to], nullptr, 1));
    }
    return built;
}

/// Graphviz's y grows upward; ours downward.
struct Flip {
    double left = 0;
    double top = 0;
    QPointF operator()(pointf p) const { return {p.x - left, top - p.y}; }
};

GraphEdgePath pathOf(Agedge_t* edge, const Flip& flip)
{
    GraphEdgePath result;
    const splines* curves = ED_spl(edge);
    if (curves == nullptr || curves->size == 0) {
        return result;
    }
    const bezier& curve = curves->list[0];
    result.curve.moveTo(flip(curve.list[0]));
    for (int i = 1; i + 2 < curve.size; i += 3) {
        result.curve.cubicTo(flip(curve.list[i]), flip(curve.list[i + 1]), flip(curve.list[i + 2]));
    }
    result.tip = curve.eflag ? flip(curve.ep) : result.curve.currentPosition();
    return result;
}

GraphLayout readBack(const BuiltGraph& built, const GraphShape& shape)
{
    const boxf area = GD_bb(built.graph);
    const Flip flip{area.LL.x, area.UR.y};
    GraphLayout layout;
    layout.bounds = QRectF(0, 0, area.UR.x - area.LL.x, area.UR.y - area.LL.y);
    for (std::size_t i = 0; i < built.nodes.size(); ++i) {
        QRectF box(QPointF(), shape.nodes[i]);
        box.moveCenter(flip(ND_coord(built.nodes[i])));
        layout.nodes.push_back(box);
    }
    for (Agedge_t* edge : built.edges) {
        layout.edges.push_back(pathOf(edge, flip));
    }
    return layout;
}

} // namespace

std::optional<GraphLayout> dotLayout(const GraphShape& shape)
{
    static std::mutex oneAtATime;
    const std::lock_guard lock(oneAtATime);
    GVC_t* context = keptContext();
    if (context == nullptr) {
        return std::nullopt;
    }
    agseterr(AGMAX);
    const BuiltGraph built = build(shape);
    std::optional<GraphLayout> layout;
    if (gvLayout(context, built.graph, "dot") == 0) {
        layout = readBack(built, shape);
        gvFreeLayout(context, built.graph);
    }
    agclose(built.graph);
    return layout;
}

} // namespace tilescape::ui::network
