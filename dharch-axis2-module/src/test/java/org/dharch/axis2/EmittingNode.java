package org.dharch.axis2;

import static org.dharch.testing.Utf8.bytes;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.api.Target;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.spi.CManagerProvider;
import org.dharch.core.spi.NodeChannel;
import org.dharch.testing.Awaits;

/** A node in this JVM with one handler, which emits what a test says and keeps what it hears. */
public final class EmittingNode implements DHHandler {
  private final HandlerNode node;
  private final NodeContext context;
  private final LinkedBlockingQueue<Emitted> told = new LinkedBlockingQueue<>();

  public EmittingNode(String name, URI broker) {
    HandlerNode.Builder builder = HandlerNode.builder(name);
    context = builder.context("emits");
    node = builder.handler("emits", 2, this).start(channel(broker));
  }

  /** A node's end of the transport that there is for {@code broker}. */
  public static NodeChannel channel(URI broker) {
    for (CManagerProvider provider : ServiceLoader.load(CManagerProvider.class)) {
      if (provider.supports(broker)) {
        return provider.node(broker, Map.of());
      }
    }
    throw new AssertionError("no transport for " + broker);
  }

  /** Emits {@code envelope}, again until somebody is there who takes it. */
  public void emit(Target target, String action, String envelope, Optional<String> orchestration) {
    Awaits.ignoringServerErrors().until(() -> tryToEmit(target, action, envelope, orchestration));
  }

  public void emit(Target target, String action, String envelope) {
    emit(target, action, envelope, Optional.empty());
  }

  /** Whether there was somebody who took it. */
  public boolean tryToEmit(
      Target to, String action, String envelope, Optional<String> orchestration) {
    return context
        .emitter()
        .emit(
            new Emission(
                MessageId.random(ThreadLocalRandom.current()),
                to,
                action,
                bytes(envelope),
                MessageProperties.of(
                    Map.of("test.color", "red", SoapProperties.DELIVERY_KEY, "s/1")),
                orchestration,
                Duration.ofSeconds(20)));
  }

  /** What became of the next of them; never null. */
  public Emitted told() throws InterruptedException {
    Emitted next = told.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was told");
    }
    return next;
  }

  @Override
  public Changes handle(HandlerMessage message) {
    return Changes.NONE;
  }

  @Override
  public void emitted(MessageId id, Emitted outcome) {
    told.add(outcome);
  }

  public void stop() {
    node.close();
  }
}
