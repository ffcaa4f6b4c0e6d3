package org.dharch.hemanager;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.axis2.handlers.addressing.AddressingInHandler;
import org.dharch.api.HeaderRef;
import org.dharch.api.SoapProperties;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The in-handler of Axis2's own addressing module, unchanged, on a node. */
final class AddressingHandlerTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  @TempDir Path folder;

  private final InMemoryTransport transport = new InMemoryTransport();

  private Outcome send(String blocks) throws Exception {
    Path document =
        NodeDocuments.write(
            folder, "", NodeDocuments.handler("addressing", AddressingInHandler.class));
    Orchestrations orchestrations =
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("addressing"))),
            List.of(Rule.all(Direction.IN, "o")));
    try (HEManager node =
            HEManager.start(NodeDescription.read(document, Map.of()), transport::node);
        DHManager manager =
            DHManager.start(DHManagerConfig.DEFAULT, orchestrations, transport.manager())) {
      assertEquals(List.of("addressing"), node.status().handlers());
      return FutureGateway.send(manager, Submission.of(Direction.IN, "S", envelope(blocks)))
          .get(20, SECONDS);
    }
  }

  private static byte[] envelope(String blocks) {
    return Utf8.bytes(
        EnvelopeText.SOAP11
            .with("w", WSA)
            .of(blocks + "<o:Other xmlns:o='urn:o'/>", "<b><not><parsed></b>"));
  }

  private static String text(Outcome.Completed outcome, String property) {
    return outcome.properties().text(property, "");
  }

  @Test
  void addressingPropertiesAndProcessedBlocksAreReturned() throws Exception {
    String blocks =
        "<w:To>http://here/S</w:To><w:Action>urn:do</w:Action><w:MessageID>urn:id:1</w:MessageID>"
            + "<w:RelatesTo>urn:id:0</w:RelatesTo>"
            + "<w:ReplyTo><w:Address>http://there/reply</w:Address></w:ReplyTo>"
            + "<w:From><w:Address>http://there/me</w:Address></w:From>"
            + "<w:FaultTo><w:Address>http://there/fault</w:Address></w:FaultTo>";
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, send(blocks));
    assertEquals("http://here/S", text(done, SoapProperties.WSA_TO));
    assertEquals("urn:do", text(done, SoapProperties.WSA_ACTION));
    assertEquals("urn:id:1", text(done, SoapProperties.WSA_MESSAGE_ID));
    assertEquals("urn:id:0", text(done, SoapProperties.WSA_RELATES_TO));
    assertEquals("http://there/reply", text(done, SoapProperties.WSA_REPLY_TO));
    assertEquals("http://there/me", text(done, SoapProperties.WSA_FROM));
    assertEquals("http://there/fault", text(done, SoapProperties.WSA_FAULT_TO));
    Set<String> processed =
        done.processed().stream()
            .map(HeaderRef::name)
            .filter(name -> name.getNamespaceURI().equals(WSA))
            .map(QName::getLocalPart)
            .collect(Collectors.toSet());
    assertEquals(
        Set.of("To", "Action", "MessageID", "RelatesTo", "ReplyTo", "From", "FaultTo"), processed);
    assertEquals(7, done.processed().size());
    assertArrayEquals(envelope(blocks), done.envelope());
  }

  @Test
  void messageWithoutAddressingIsUnchanged() throws Exception {
    Outcome.Completed done = assertInstanceOf(Outcome.Completed.class, send(""));
    assertArrayEquals(envelope(""), done.envelope());
    assertEquals("", text(done, SoapProperties.WSA_MESSAGE_ID));
    assertEquals(Set.of(), done.processed());
  }

  @Test
  void addressingFaultFailsMessage() throws Exception {
    String twice = "<w:Action>urn:do</w:Action><w:To>http://a</w:To><w:To>http://b</w:To>";
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, send(twice));
    assertTrue(failed.fault().reason().contains("ddress"), failed.fault().reason());
  }
}
