package org.dharch.core.orchestration.graph;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;

/**
 * Draws orchestrations as text for a drawing program (design, "Orchestration"). Handlers of one
 * stage share a frame. A dotted arrow leads to a oneway handler, or from a framed sequence to the
 * sequence that handles its fault. Immutable; thread-safe.
 */
public final class Graph {
  enum Shape {
    MESSAGE,
    HANDLER,
    CHOICE,
    REPETITION,
    POINT
  }

  /**
   * @param label lines
   */
  record Node(String id, Shape shape, List<String> label) {}

  record Edge(String from, String to, String label, boolean dotted) {}

  /** A frame around nodes and other frames. */
  record Frame(String id, String label, List<Node> nodes, List<Frame> frames) {
    Frame(String id, String label) {
      this(id, label, new ArrayList<>(), new ArrayList<>());
    }
  }

  private final List<Frame> frames;
  private final List<Edge> edges;

  private Graph(GraphBuilder builder) {
    frames = List.copyOf(builder.frames());
    edges = List.copyOf(builder.edges());
  }

  /** All orchestrations, each with the rules that choose it. */
  public static Graph of(Orchestrations orchestrations) {
    GraphBuilder builder = new GraphBuilder();
    for (Orchestration one : orchestrations.byName().values()) {
      builder.add(one, rules(orchestrations, one));
    }
    return new Graph(builder);
  }

  /**
   * Returns the graph of one orchestration.
   *
   * @throws IllegalArgumentException if there is none of this name; the message lists the names
   */
  public static Graph of(Orchestrations orchestrations, String name) {
    GraphBuilder builder = new GraphBuilder();
    Orchestration one = orchestrations.named(name);
    builder.add(one, rules(orchestrations, one));
    return new Graph(builder);
  }

  private static List<Rule> rules(Orchestrations orchestrations, Orchestration one) {
    return orchestrations.rules().stream()
        .filter(rule -> rule.orchestration().equals(one.name()))
        .toList();
  }

  /** As a Mermaid flowchart, which ends with a line break. */
  public String mermaid() {
    return MermaidText.of(frames, edges);
  }

  /** As a DOT digraph for Graphviz, which ends with a line break. */
  public String dot() {
    return DotText.of(frames, edges);
  }
}
