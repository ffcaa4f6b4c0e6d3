package org.dharch.handlers.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.handlers.addressing.AddressingInHandler;
import org.apache.axis2.handlers.addressing.AddressingOutHandler;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.envelope.Merge;
import org.dharch.handlers.axis2.context.Axis2Contexts;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fault A8: endpoint references travel whole, and Axis2's out handler writes each block once. */
final class AddressingOutTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String PARAMETERS =
      "<w:ReferenceParameters><c:Customer xmlns:c='urn:c' c:kind='k'>42 &amp; 43</c:Customer>"
          + "</w:ReferenceParameters><w:Metadata><m:Note xmlns:m='urn:m'>n</m:Note></w:Metadata>";
  private static final EnvelopeText SOAP = EnvelopeText.SOAP11.with("w", WSA);

  private final Axis2Contexts contexts = new Axis2Contexts();
  private final Map<String, Object> properties = new LinkedHashMap<>();

  @BeforeEach
  void atAService() {
    properties.put(SoapProperties.SERVICE, "Echo");
    properties.put(SoapProperties.OPERATION, "echo");
  }

  private Changes perform(Handler handler, String envelope) throws Exception {
    Axis2Handler adapter = new Axis2Handler("h", handler, contexts, Limits.DEFAULT, false);
    adapter.init(Map.of());
    Changes changes =
        adapter.handle(
            HandlerMessage.of(
                new MessageId(1, 2),
                1,
                Utf8.bytes(envelope),
                MessageProperties.of(properties),
                Set.of()));
    properties.putAll(changes.properties());
    changes.removedProperties().forEach(properties::remove);
    return changes;
  }

  private static String merged(String envelope, Changes changes) {
    return new String(
        Merge.apply(Utf8.bytes(envelope), changes, Limits.DEFAULT), StandardCharsets.UTF_8);
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  /** What the in handler finds on one node the out handler writes on another. */
  @Test
  void referenceParametersReachOutHandler() throws Exception {
    perform(
        new AddressingInHandler(),
        SOAP.of(
            "<w:Action>urn:do</w:Action><w:MessageID>urn:1</w:MessageID><w:ReplyTo><w:Address>"
                + "http://there/reply</w:Address>"
                + PARAMETERS
                + "</w:ReplyTo>",
            "<b/>"));
    assertEquals("http://there/reply", properties.get(SoapProperties.WSA_REPLY_TO));
    properties.put(SoapProperties.FLOW, "out");
    String out = SOAP.of("<b/>");
    String written = merged(out, perform(new AddressingOutHandler(), out));
    assertEquals(1, count(written, "http://there/reply"), written);
    assertTrue(written.contains("42 &amp; 43</c:Customer>"), written);
    assertTrue(written.contains(":kind=\"k\""), written);
    assertTrue(written.contains(">n</m:Note>"), written);
  }

  @Test
  void plainReferenceIsOneProperty() throws Exception {
    properties.put(SoapProperties.WSA_TO, "http://here");
    Changes changes =
        perform(
            new AbstractHandler() {
              @Override
              public InvocationResponse invoke(MessageContext context) {
                context.setReplyTo(new EndpointReference("http://plain"));
                assertEquals("http://here", context.getTo().getAddress());
                return InvocationResponse.CONTINUE;
              }
            },
            SOAP.of("<b/>"));
    assertEquals(Map.of(SoapProperties.WSA_REPLY_TO, "http://plain"), changes.properties());
  }

  @Test
  void relatesToIsWrittenOnce() throws Exception {
    properties.put(SoapProperties.FLOW, "out");
    properties.put(SoapProperties.WSA_ACTION, "urn:do");
    properties.put(SoapProperties.WSA_RELATES_TO, "urn:uuid:0");
    String out = SOAP.of("<b/>");
    Changes first = perform(new AddressingOutHandler(), out);
    String written = merged(out, first);
    assertEquals(1, count(written, "urn:uuid:0"), written);
    assertEquals(
        true,
        first.properties().get(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES),
        "the container's own has nothing left to do");
    properties.remove(AddressingConstants.DISABLE_ADDRESSING_FOR_OUT_MESSAGES);
    String again = merged(written, perform(new AddressingOutHandler(), written));
    assertEquals(1, count(again, "urn:uuid:0"), again);
    assertEquals("urn:uuid:0", properties.get(SoapProperties.WSA_RELATES_TO), "still known");
  }

  @Test
  void severalRelationshipsAreSent() throws Exception {
    properties.put(SoapProperties.FLOW, "out");
    properties.put(SoapProperties.WSA_ACTION, "urn:do");
    properties.put(SoapProperties.WSA_RELATES_TO, "urn:uuid:0");
    properties.put(
        SoapProperties.WSA_RELATIONSHIPS, WSA + "/reply urn:uuid:0\nurn:other urn:uuid:9");
    String out = SOAP.of("<b/>");
    String written = merged(out, perform(new AddressingOutHandler(), out));
    assertTrue(written.contains("RelationshipType=\"urn:other\""), written);
    assertEquals(1, count(written, "urn:uuid:9"), written);
    assertEquals(1, count(written, ">urn:uuid:0<"), written);
  }
}
