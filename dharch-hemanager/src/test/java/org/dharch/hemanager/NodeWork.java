package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.inprocess.InMemoryTransport;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;

/** A node of a document and a manager whose messages go through its handlers, in memory. */
public final class NodeWork implements AutoCloseable {
  public static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'/>", "<b>text</b>"));

  public final HEManager node;
  public final DHManager manager;

  public NodeWork(Path document, Stage... stages) {
    InMemoryTransport transport = new InMemoryTransport();
    node = HEManager.start(NodeDescription.read(document, Map.of()), transport::node);
    manager =
        DHManager.start(
            DHManagerConfig.DEFAULT,
            Orchestrations.of(
                List.of(Orchestration.of("o", stages)), List.of(Rule.all(Direction.IN, "o"))),
            transport.manager());
  }

  public CompletableFuture<Outcome> begin() {
    return FutureGateway.send(manager, Submission.of(Direction.IN, "S", ENVELOPE));
  }

  public Outcome.Completed send() throws Exception {
    Outcome outcome = begin().get(20, SECONDS);
    return assertInstanceOf(Outcome.Completed.class, outcome, outcome::toString);
  }

  /** The text that the handlers have left under {@code name}. */
  String said(String name) throws Exception {
    return send().properties().text(name, "");
  }

  @Override
  public void close() {
    manager.close();
    node.close();
  }
}
