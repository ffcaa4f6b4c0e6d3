package org.dharch.core.wire;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A {@link ForwardingRoute} in the control data of what is passed; {@link TaskBatchFormat} says
 * how.
 */
final class ForwardingRouteFormat {
  private static final WireBound BRANCHES = new WireBound("maxTasks", 1000);
  private static final WireBound NODES = new WireBound("maxNodes", 1000);
  private static final WireBound NAME = new WireBound("maxNameBytes", 3000);

  private ForwardingRouteFormat() {}

  static void write(WireWriter out, ForwardingRoute route) {
    List<NodeId> nodes = new ArrayList<>(new LinkedHashSet<>(flat(route.places())));
    out.text("from", route.from().map(NodeId::toString).orElse(""), NAME);
    writeBranches(out, route.branches());
    out.list("nodes", nodes, NODES, (o, node) -> o.text("node", node.toString(), NAME));
    for (List<NodeId> stage : route.places()) {
      out.list("places", stage, BRANCHES, (o, node) -> o.number("place", nodes.indexOf(node)));
    }
  }

  private static List<NodeId> flat(List<List<NodeId>> places) {
    return places.stream().flatMap(List::stream).toList();
  }

  static void writeBranches(WireWriter out, List<ForwardingRoute.Branch> branches) {
    out.list(
        "branches",
        branches,
        BRANCHES,
        (o, b) -> o.number("index", b.index()).number("attempt", b.attempt()));
  }

  /** The attempts of one stage, at least one. */
  static List<ForwardingRoute.Branch> readBranches(WireReader in) {
    List<ForwardingRoute.Branch> branches =
        in.list(
            "branches",
            BRANCHES,
            r -> new ForwardingRoute.Branch(r.number("index"), r.number("attempt")));
    if (branches.isEmpty()) {
      throw new MalformedMessageException("branches must be 1 to " + BRANCHES.most() + " (got 0)");
    }
    return branches;
  }

  /** That of a task batch with these tasks. */
  static ForwardingRoute read(WireReader in, List<Task> tasks, List<List<Task>> prefetched) {
    String from = in.text("from", NAME);
    List<ForwardingRoute.Branch> branches = readBranches(in);
    if (!branches.containsAll(tasks.stream().map(ForwardingRoute.Branch::of).toList())) {
      throw new MalformedMessageException("a task must be one of the branches of its stage");
    }
    List<NodeId> nodes = in.list("nodes", NODES, r -> node(r.text("node", NAME)));
    List<List<NodeId>> places = new ArrayList<>(prefetched.size());
    for (List<Task> stage : prefetched) {
      List<NodeId> stagePlaces = in.list("places", BRANCHES, r -> at(nodes, r.number("place")));
      if (stagePlaces.size() != stage.size()) {
        throw new MalformedMessageException(
            "places must be as many as tasks="
                + stage.size()
                + " (got "
                + stagePlaces.size()
                + ")");
      }
      places.add(stagePlaces);
    }
    return new ForwardingRoute(
        from.isEmpty() ? Optional.empty() : Optional.of(node(from)), branches, places);
  }

  private static NodeId at(List<NodeId> nodes, int place) {
    if (place >= nodes.size()) {
      throw new MalformedMessageException(
          "place must be less than nodes=" + nodes.size() + " (got " + place + ")");
    }
    return nodes.get(place);
  }

  private static NodeId node(String text) {
    try {
      return NodeId.parse(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException(e.getMessage(), e);
    }
  }
}
