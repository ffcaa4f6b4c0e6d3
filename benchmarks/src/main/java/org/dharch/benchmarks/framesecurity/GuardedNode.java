package org.dharch.benchmarks.framesecurity;

import java.net.URI;
import java.util.List;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.cmanager.frame.GuardedEnds;
import org.dharch.core.node.HandlerNode;

/** A node with one handler that does nothing, in its own JVM: {@code GUARD BROKER}. */
final class GuardedNode {
  private GuardedNode() {}

  public static void main(String[] args) throws Exception {
    GuardedEnds.Guard guard = GuardedEnds.Guard.valueOf(args[0]);
    FarHandler handler = FarHandler.ofMicros("0");
    HandlerNode node =
        FarEnd.node(GuardedEnds.node(URI.create(args[1]), guard), List.of(0), handler);
    handler.serveInput("");
    node.close();
    Runtime.getRuntime().halt(0);
  }
}
