package org.dharch.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.dharch.api.Changes;
import org.dharch.testing.DocsPage;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.policy.Policies;
import org.dharch.ws.policy.RmPolicy;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/ws.md shows does what is said there. */
class WsDocumentationTest {
  private static final DocsPage PAGE = DocsPage.of("ws.md");

  @TempDir Path folder;

  @Test
  void exampleProcessorAnswers() throws Exception {
    Path source = folder.resolve("ZoneProcessor.java");
    Files.writeString(source, PAGE.blocks("java").get(0));
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString()));
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      WsProcessor processor =
          (WsProcessor) loader.loadClass("ZoneProcessor").getConstructor().newInstance();
      ProcessorChain chain =
          new ProcessorChain(List.of(new AddressingProcessor(AnonymousUse.OPTIONAL), processor));
      Changes changes =
          chain.processExchange(request("<c:City xmlns:c='urn:c'/>"), Direction.FROM_NETWORK);
      Changes.Verdict.Respond answer = (Changes.Verdict.Respond) changes.verdict().orElseThrow();
      SOAPContext answered = new SOAPContext(answer.envelope());
      assertEquals("urn:example:clock/GetZoneResponse", answered.action());
      assertEquals("Zone", answered.bodyName().orElseThrow().getLocalPart());
      ProcessingException e =
          assertThrows(
              ProcessingException.class,
              () -> chain.processExchange(request(""), Direction.FROM_NETWORK));
      assertEquals("which city?", e.getMessage());
    }
  }

  private static SOAPContext request(String body) {
    AddressingHeaders headers =
        AddressingHeaders.to(
            EndpointReference.of(AddressingVersion.WSA_2005_08, "http://h/clock"),
            "urn:example:clock/GetZone",
            "urn:uuid:1");
    return new SOAPContext(
        AddressingProcessor.envelope(SoapVersion.SOAP_1_2, headers, List.of(), body));
  }

  @Test
  void examplePolicyIsValid() {
    List<RmPolicy> alternatives =
        RmPolicy.of(Policies.read(PAGE.blocks("xml").get(0).getBytes(StandardCharsets.UTF_8)));
    assertEquals(2, alternatives.size());
    RmPolicy first = alternatives.get(0);
    assertEquals(Optional.of(RmVersion.RM_1_1), first.version());
    assertEquals(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER, first.assurance());
    assertEquals(Optional.of(Duration.ofSeconds(2)), first.baseRetransmissionInterval());
    assertTrue(first.exponentialBackoff() && first.usesAddressing());
    assertEquals(Optional.of(RmVersion.RM_1_0), alternatives.get(1).version());
  }

  @Test
  void vectorCountIsCurrent() {
    assertTrue(PAGE.text().contains(Vectors.all().size() + " messages of eight conversations"));
  }
}
