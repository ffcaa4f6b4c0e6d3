package org.dharch.core.orchestration.graph;

import java.util.List;
import java.util.stream.Collectors;
import org.dharch.core.orchestration.graph.Graph.Edge;
import org.dharch.core.orchestration.graph.Graph.Frame;
import org.dharch.core.orchestration.graph.Graph.Node;

/** A graph as a Mermaid flowchart. */
final class MermaidText {
  private final StringBuilder out = new StringBuilder("flowchart TD\n");

  private MermaidText() {}

  static String of(List<Frame> frames, List<Edge> edges) {
    MermaidText text = new MermaidText();
    frames.forEach(frame -> text.frame(frame, "  "));
    edges.forEach(text::edge);
    return text.out.toString();
  }

  private void frame(Frame frame, String indent) {
    out.append(indent)
        .append("subgraph ")
        .append(frame.id())
        .append("[\"")
        .append(escaped(frame.label()))
        .append("\"]\n");
    frame.nodes().forEach(node -> node(node, indent + "  "));
    frame.frames().forEach(inner -> frame(inner, indent + "  "));
    out.append(indent).append("end\n");
  }

  private void node(Node node, String indent) {
    String label =
        node.label().stream().map(MermaidText::escaped).collect(Collectors.joining("<br/>"));
    String[] brackets =
        switch (node.shape()) {
          case MESSAGE -> new String[] {"([\"", "\"])"};
          case HANDLER -> new String[] {"[\"", "\"]"};
          case CHOICE -> new String[] {"{\"", "\"}"};
          case REPETITION -> new String[] {"{{\"", "\"}}"};
          case POINT -> new String[] {"((\" ", "\"))"};
        };
    out.append(indent)
        .append(node.id())
        .append(brackets[0])
        .append(label)
        .append(brackets[1])
        .append('\n');
  }

  private void edge(Edge edge) {
    out.append("  ").append(edge.from()).append(edge.dotted() ? " -.->" : " -->");
    if (!edge.label().isEmpty()) {
      out.append("|\"").append(escaped(edge.label())).append("\"|");
    }
    out.append(' ').append(edge.to()).append('\n');
  }

  /** Escapes Mermaid's reserved characters as {@code #name;}. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> safe.append("#quot;");
                case '<' -> safe.append("#lt;");
                case '>' -> safe.append("#gt;");
                case '&' -> safe.append("#amp;");
                case '#', '`', '\\', ';', '|' -> safe.append('#').append(c).append(';');
                default -> safe.appendCodePoint(c < 0x20 ? ' ' : c);
              }
            });
    return safe.toString();
  }
}
