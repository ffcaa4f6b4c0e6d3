package org.dharch.cmanager.direct;

import static org.dharch.testing.Awaits.soon;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.cmanager.JmsCManagerProvider;
import org.dharch.cmanager.manager.JmsCManager;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.core.spi.Gateway;

/** A real manager, whose messages all follow one orchestration. Close it. */
public final class LinkedSystem implements AutoCloseable {
  static final byte[] ENVELOPE =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body/></e:Envelope>"
          .getBytes(StandardCharsets.UTF_8);

  final JmsCManager transport;
  public final DHManager manager;

  public LinkedSystem(URI broker, Map<String, String> options, String handler) {
    this(broker, options, HandlerEntry.of(handler));
  }

  public LinkedSystem(URI broker, Map<String, String> options, HandlerEntry handler) {
    this(broker, options, Orchestration.of("linked", Stage.of(handler)));
  }

  public LinkedSystem(URI broker, Map<String, String> options, Orchestration one) {
    this(broker, options, one, DHManagerConfig.DEFAULT);
  }

  LinkedSystem(URI broker, Map<String, String> options, Orchestration one, DHManagerConfig config) {
    transport = new JmsCManagerProvider().manager(broker, options);
    manager =
        DHManager.start(
            config,
            Orchestrations.of(List.of(one), List.of(Rule.all(Direction.IN, one.name()))),
            transport);
  }

  public static LinkedSystem withBroker(String handler) {
    return new LinkedSystem(URI.create("embedded:tcp://127.0.0.1:0"), Map.of(), handler);
  }

  public URI broker() {
    return transport.nodeUri().orElseThrow();
  }

  /** Waits until so many nodes have links. */
  public void awaitLinks(int count) {
    soon().until(() -> transport.linked().size() == count);
  }

  public CompletableFuture<Outcome> message() {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Admission admission =
        manager.admit(GATEWAY, outcome, Submission.of(Direction.IN, "Service", ENVELOPE));
    if (!(admission instanceof Admission.Accepted)) {
      outcome.completeExceptionally(new AssertionError(admission));
    }
    return outcome;
  }

  /** Each of these ends, and completes. */
  public static void allComplete(List<CompletableFuture<Outcome>> outcomes) throws Exception {
    for (CompletableFuture<Outcome> outcome : outcomes) {
      assertInstanceOf(Outcome.Completed.class, outcome.get(30, TimeUnit.SECONDS));
    }
  }

  private static final Gateway<CompletableFuture<Outcome>> GATEWAY =
      new Gateway<>() {
        @Override
        public void completed(CompletableFuture<Outcome> of, Outcome.Completed outcome) {
          of.complete(outcome);
        }

        @Override
        public void failed(CompletableFuture<Outcome> of, Outcome.Failed outcome) {
          of.complete(outcome);
        }

        @Override
        public void responded(CompletableFuture<Outcome> of, Outcome.Responded outcome) {
          of.complete(outcome);
        }
      };

  @Override
  public void close() {
    manager.close();
  }
}
