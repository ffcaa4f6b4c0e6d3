package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a security handler signs on a node verifies at the service. */
final class SignedBodyTest {
  private static final String BODY =
      "<b  xmlns='urn:b' x:k=\"1\">\u00e4 <![CDATA[<c>]]><!-- kept --><d/>&#13;</b>";
  private static final byte[] ENVELOPE =
      ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:x='urn:x'><s:Header>"
              + "<x:One/></s:Header><s:Body  >"
              + BODY
              + "</s:Body></s:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  @Test
  void signatureOfBodyStaysValid() throws Exception {
    Path document =
        NodeDocuments.write(
            folder,
            "",
            NodeDocuments.handler("sign", Signer.class),
            NodeDocuments.handler(
                "adder", NodeHandlers.HeaderAdder.class.getName(), Map.of("text", "t")));
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("sign"), Stage.of("adder"))),
            List.of(Rule.all(Direction.IN, "o")));
    InMemoryTransport transport = new InMemoryTransport();
    try (HEManager node =
            HEManager.start(NodeDescription.read(document, Map.of()), transport::node);
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(2, node.status().handlers().size());
      CompletableFuture<Outcome> outcome =
          FutureGateway.send(manager, Submission.of(Direction.IN, "S", ENVELOPE));
      Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, outcome.get(20, SECONDS));
      String envelope = new String(done.envelope(), StandardCharsets.UTF_8);
      assertTrue(envelope.contains("wsu:Id=\"body-1\""), envelope);
      assertTrue(envelope.contains(">" + BODY + "</s:Body>"), "not a byte inside: " + envelope);
      assertTrue(envelope.contains("urn:added"), envelope);
      assertTrue(Signer.verifies(done.envelope()), envelope);
      byte[] forged = envelope.replace("<d/>", "<e/>").getBytes(StandardCharsets.UTF_8);
      assertFalse(Signer.verifies(forged));
    }
  }
}
