package org.dharch.benchmarks.peers;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.dharch.benchmarks.site.Pace;
import org.dharch.benchmarks.subject.FarEnd;
import org.dharch.benchmarks.subject.FarHandler;
import org.dharch.benchmarks.subject.RemoteStage;
import org.dharch.benchmarks.subject.Subject;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;

/** DHArch without a broker: the handlers run on threads of this JVM, in their own node. */
final class InMemory implements Subject {
  private static final URI BROKER = URI.create("memory:peers");

  private final FarHandler handler;
  private final HandlerNode node;
  private final RemoteStage stage;

  InMemory(List<Integer> numbers, String micros, byte[] envelope) {
    InMemoryProvider memory = new InMemoryProvider();
    handler = FarHandler.ofMicros(micros);
    node = FarEnd.node(memory.node(BROKER, Map.of()), numbers, handler);
    stage =
        new RemoteStage(
            memory.manager(BROKER, Map.of()),
            envelope,
            numbers.stream().map(FarEnd::handler).toArray(String[]::new));
    stage.awaitServed();
  }

  /** Sets the duration of the handlers. */
  void pace(Pace pace) {
    handler.pace(pace);
  }

  @Override
  public void begin(Done done) {
    stage.begin(done);
  }

  @Override
  public void close() {
    stage.close();
    node.close();
  }
}
