package org.dharch.core.orchestration.graph;

import java.util.ArrayList;
import java.util.List;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.graph.Graph.Edge;
import org.dharch.core.orchestration.graph.Graph.Frame;
import org.dharch.core.orchestration.graph.Graph.Node;
import org.dharch.core.orchestration.graph.Graph.Shape;
import org.dharch.core.orchestration.rule.Rule;

/** Makes nodes and edges of constructs. Every construct has one place where its ways leave it. */
final class GraphBuilder {
  private final List<Frame> frames = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private int nodes;
  private int stages;

  /** The end of a path: the node, and the label of the next edge. */
  private record Place(String node, String label) {}

  List<Frame> frames() {
    return frames;
  }

  List<Edge> edges() {
    return edges;
  }

  void add(Orchestration orchestration, List<Rule> rules) {
    Frame frame = new Frame("o" + frames.size(), orchestration.name());
    frames.add(frame);
    List<String> in = new ArrayList<>();
    in.add("message");
    rules.forEach(rule -> in.add(rule.toString()));
    Place begin = new Place(node(frame, Shape.MESSAGE, in), "");
    Place end = body(frame, orchestration.body(), begin);
    connect(end, node(frame, Shape.MESSAGE, List.of("done")), false);
  }

  private Place body(Frame frame, Sequence sequence, Place from) {
    if (!sequence.catches()) {
      return parts(frame, sequence, from);
    }
    Frame inner = new Frame("s" + stages, "sequence");
    stages++;
    frame.frames().add(inner);
    Place end = parts(inner, sequence, from);
    List<Place> ends = new ArrayList<>();
    ends.add(end);
    for (OnFault fault : sequence.faults()) {
      String node = node(frame, Shape.CHOICE, List.of("on fault", fault.codesText()));
      connect(new Place(end.node(), ""), node, true);
      ends.add(body(frame, fault.body(), new Place(node, "")));
    }
    return joined(frame, ends);
  }

  private Place parts(Frame frame, Sequence sequence, Place from) {
    Place at = from;
    for (Construct part : sequence.parts()) {
      at = construct(frame, part, at);
    }
    return at;
  }

  private Place construct(Frame frame, Construct construct, Place from) {
    if (construct instanceof Stage stage) {
      return stage(frame, stage, from);
    } else if (construct instanceof Sequence sequence) {
      return body(frame, sequence, from);
    } else if (construct instanceof Choose choose) {
      return choose(frame, choose, from);
    }
    return repeat(frame, (Repeat) construct, from);
  }

  private Place stage(Frame frame, Stage stage, Place from) {
    if (stage.isBranched()) {
      Frame inner = new Frame("s" + stages, "branches");
      stages++;
      frame.frames().add(inner);
      List<Place> ends = new ArrayList<>();
      stage.branches().forEach(branch -> ends.add(parts(inner, branch, from)));
      return joined(frame, ends);
    }
    if (stage.handlers().size() == 1) {
      HandlerEntry only = stage.handlers().get(0);
      String node = handler(frame, only);
      connect(from, node, only.oneway());
      return only.oneway() ? from : new Place(node, "");
    }
    Frame inner = new Frame("s" + stages, stage.first() ? "the first of" : "stage");
    stages++;
    frame.frames().add(inner);
    List<String> awaited = new ArrayList<>();
    for (HandlerEntry entry : stage.handlers()) {
      String node = handler(inner, entry);
      connect(from, node, entry.oneway());
      if (!entry.oneway()) {
        awaited.add(node);
      }
    }
    if (awaited.isEmpty()) {
      return from;
    }
    return joined(frame, awaited.stream().map(node -> new Place(node, "")).toList());
  }

  private Place choose(Frame frame, Choose choose, Place from) {
    String choice = node(frame, Shape.CHOICE, List.of("choose"));
    connect(from, choice, false);
    List<Place> ends = new ArrayList<>();
    for (Choose.When when : choose.whens()) {
      ends.add(body(frame, when.body(), new Place(choice, when.condition().toString())));
    }
    ends.add(body(frame, choose.otherwise(), new Place(choice, "otherwise")));
    return joined(frame, ends);
  }

  private Place repeat(Frame frame, Repeat repeat, Place from) {
    String times = repeat.times() + (repeat.times() == 1 ? " time" : " times");
    String head =
        node(
            frame,
            Shape.REPETITION,
            List.of("repeat " + (repeat.condition().isPresent() ? "at most " : "") + times));
    connect(from, head, false);
    String label = repeat.condition().map(c -> "while " + c).orElse("again");
    connect(body(frame, repeat.body(), new Place(head, label)), head, false);
    return new Place(head, "then");
  }

  private Place joined(Frame frame, List<Place> ends) {
    String point = node(frame, Shape.POINT, List.of());
    ends.forEach(end -> connect(end, point, false));
    return new Place(point, "");
  }

  private String handler(Frame frame, HandlerEntry entry) {
    List<String> label = new ArrayList<>();
    label.add(entry.name());
    if (entry.oneway()) {
      label.add("oneway");
    }
    if (!entry.failures().mustPerform() && !entry.oneway()) {
      label.add("may fail");
    }
    if (entry.mayRespond()) {
      label.add("may respond");
    }
    if (entry.failures().atomicity().stateful()) {
      label.add(entry.failures().atomicity().toString());
    }
    entry.failures().compensator().ifPresent(name -> label.add("compensated by " + name));
    entry.node().ifPresent(name -> label.add("on " + name));
    entry.parts().send().ifPresent(parts -> label.add("is sent parts"));
    return node(frame, Shape.HANDLER, label);
  }

  private String node(Frame frame, Shape shape, List<String> label) {
    String id = "n" + nodes;
    nodes++;
    frame.nodes().add(new Node(id, shape, label));
    return id;
  }

  private void connect(Place from, String to, boolean dotted) {
    edges.add(new Edge(from.node(), to, from.label(), dotted));
  }
}
