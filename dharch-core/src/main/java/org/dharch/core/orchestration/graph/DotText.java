package org.dharch.core.orchestration.graph;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.core.orchestration.graph.Graph.Edge;
import org.dharch.core.orchestration.graph.Graph.Frame;
import org.dharch.core.orchestration.graph.Graph.Node;

/** A graph in the language of Graphviz. */
final class DotText {
  private final StringBuilder out = new StringBuilder("digraph orchestrations {\n");

  private DotText() {}

  static String of(List<Frame> frames, List<Edge> edges) {
    DotText text = new DotText();
    frames.forEach(frame -> text.frame(frame, "  "));
    edges.forEach(text::edge);
    return text.out.append("}\n").toString();
  }

  private void frame(Frame frame, String indent) {
    String inner = indent + "  ";
    out.append(indent).append("subgraph cluster_").append(frame.id()).append(" {\n");
    out.append(inner).append("label=\"").append(escaped(frame.label())).append("\";\n");
    frame.nodes().forEach(node -> node(node, inner));
    frame.frames().forEach(each -> frame(each, inner));
    out.append(indent).append("}\n");
  }

  private void node(Node node, String indent) {
    String shape =
        switch (node.shape()) {
          case MESSAGE -> "ellipse";
          case HANDLER -> "box";
          case CHOICE -> "diamond";
          case REPETITION -> "hexagon";
          case POINT -> "point";
        };
    out.append(indent)
        .append(node.id())
        .append(" [shape=")
        .append(shape)
        .append(", label=\"")
        .append(node.label().stream().map(DotText::escaped).collect(Collectors.joining("\\n")))
        .append("\"];\n");
  }

  private void edge(Edge edge) {
    out.append("  ").append(edge.from()).append(" -> ").append(edge.to());
    if (edge.dotted() || !edge.label().isEmpty()) {
      out.append(" [");
      out.append(edge.dotted() ? "style=dotted" : "");
      out.append(edge.dotted() && !edge.label().isEmpty() ? ", " : "");
      out.append(edge.label().isEmpty() ? "" : "label=\"" + escaped(edge.label()) + "\"");
      out.append(']');
    }
    out.append(";\n");
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"', '\\' -> safe.append('\\').appendCodePoint(c);
                default -> safe.appendCodePoint(c < 0x20 ? ' ' : c);
              }
            });
    return safe.toString();
  }
}
