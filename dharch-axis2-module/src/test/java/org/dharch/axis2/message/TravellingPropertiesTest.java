package org.dharch.axis2.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults A2, A6 and A8, at the gateway: what leaves a context and what comes back into it. */
final class TravellingPropertiesTest {
  private final MessageContext context = new MessageContext();
  private final OperationContext operation =
      new OperationContext(new InOutAxisOperation(new QName("echo")), new ServiceContext());

  @BeforeEach
  void request() throws AxisFault {
    AxisService service = new AxisService("Echo");
    service.addParameter("level", "gold");
    service.addParameter("security", new ArrayList<>());
    service.addParameter("dharch.deadline", "5s");
    context.setAxisService(service);
    operation.getAxisOperation().addParameter("kind", "k");
    context.setAxisOperation(operation.getAxisOperation());
    context.setServiceContext((ServiceContext) operation.getParent());
    context.setOperationContext(operation);
    context.setAxisService(service);
  }

  private MessageProperties taken() throws AxisFault {
    return ContextProperties.of(context, Direction.IN, Limits.DEFAULT);
  }

  @Test
  void headersComeBackAsTheyWereChanged() throws AxisFault {
    context.setProperty(
        MessageContext.TRANSPORT_HEADERS, new HashMap<>(Map.of("X-User", "u", "Cookie", "c")));
    MessageProperties before = taken();
    assertEquals("u", before.text("dharch.http.header.X-User", ""));
    assertTrue(before.asMap().keySet().contains("dharch.http.header.x-user"), "as it is kept");
    MessageProperties after =
        before.merge(
            Map.of(
                "dharch.http.header.X-User",
                "v",
                "dharch.http.header.New",
                "n",
                SoapProperties.HTTP_SENDING,
                "A: 1\nA: 2"),
            List.of("dharch.http.header.Cookie"));
    ContextProperties.apply(context, before, after);
    assertEquals(
        Map.of("X-User", "v", "new", "n"), context.getProperty(MessageContext.TRANSPORT_HEADERS));
    List<String> sending = new ArrayList<>();
    for (Object item : (List<?>) context.getProperty(HTTPConstants.HTTP_HEADERS)) {
      NamedValue value = (NamedValue) item;
      sending.add(value.getName() + "=" + value.getValue());
    }
    assertEquals(List.of("A=1", "A=2"), sending);
  }

  /** A service sees what was verified; no message brings it along, in whatever way. */
  @Test
  void verificationResultsAreSetByHandlersOnly() throws AxisFault {
    String name = "dharch.security.principal";
    context.setProperty(name, "forged");
    context.getOptions().setProperty(name, "forged");
    context.setProperty(MessageContext.TRANSPORT_HEADERS, new HashMap<>(Map.of(name, "forged")));
    operation.setProperty(name, "forged");
    MessageProperties before = taken();
    assertFalse(before.get(name).isPresent());
    ContextProperties.apply(context, before, before.with(name, "alice"));
    assertEquals("alice", context.getProperty(name));
    assertFalse(taken().get(name).isPresent());
  }

  @Test
  void tooLargeHeaderRejectsTheMessage() {
    context.setProperty(MessageContext.TRANSPORT_HEADERS, Map.of("X-Large", "x".repeat(65 << 10)));
    AxisFault fault = assertThrows(AxisFault.class, this::taken);
    assertTrue(fault.getMessage().contains("HTTP header 'X-Large'"), fault.getMessage());
  }

  @Test
  void parametersAndWhatStays() throws AxisFault {
    context.setProperty("principal", new Object());
    operation.setProperty("call", Map.of());
    MessageProperties taken = taken();
    assertEquals("gold", taken.text("dharch.service.parameter.level", ""));
    assertEquals("k", taken.text("dharch.operation.parameter.kind", ""));
    assertFalse(taken.get("dharch.service.parameter.dharch.deadline").isPresent());
    assertEquals(
        List.of("message principal", "operation call", "service-parameter security"),
        taken.text(SoapProperties.STAYS, "").lines().sorted().toList());
  }

  @Test
  void theOperationsPropertiesComeBack() throws AxisFault {
    operation.setProperty("id", 7L);
    operation.setProperty("gone", "g");
    MessageProperties before = taken();
    assertEquals(7L, before.get("dharch.operation.property.id").orElseThrow());
    ContextProperties.apply(
        context,
        before,
        before.merge(
            Map.of("dharch.operation.property.id", 8L, "dharch.operation.property.on", true),
            List.of("dharch.operation.property.gone")));
    assertEquals(8L, operation.getProperty("id"));
    assertEquals(true, operation.getProperty("on"));
    assertEquals(null, operation.getProperty("gone"));
  }

  @Test
  void endpointReferencesTravelWhole() throws AxisFault {
    EndpointReference replyTo = new EndpointReference("http://there");
    replyTo.addReferenceParameter(new QName("urn:c", "Customer", "c"), "42");
    context.setReplyTo(replyTo);
    context.setTo(new EndpointReference("http://here"));
    MessageProperties before = taken();
    String whole = before.text(SoapProperties.WSA_REPLY_TO + ".reference", "");
    assertTrue(whole.contains(">42<"), whole);
    assertFalse(before.get(SoapProperties.WSA_TO + ".reference").isPresent(), "an address only");
    // only the address is changed: the rest stays
    MessageProperties moved = before.with(SoapProperties.WSA_REPLY_TO, "http://other");
    ContextProperties.apply(context, before, moved);
    assertSame(replyTo, context.getReplyTo());
    assertEquals("http://other", replyTo.getAddress());
    assertEquals(1, replyTo.getAllReferenceParameters().size());
    // the rest is changed
    ContextProperties.apply(
        context,
        moved,
        moved.with(SoapProperties.WSA_REPLY_TO + ".reference", whole.replace("42", "43")));
    assertEquals(
        "43",
        context
            .getReplyTo()
            .getAllReferenceParameters()
            .get(new QName("urn:c", "Customer"))
            .getText());
    assertEquals("http://other", context.getReplyTo().getAddress());
  }

  @Test
  void allRelationshipsTravel() throws AxisFault {
    context.addRelatesTo(new RelatesTo("urn:1"));
    assertFalse(taken().get(SoapProperties.WSA_RELATIONSHIPS).isPresent(), "the usual one");
    context.addRelatesTo(new RelatesTo("urn:2", "urn:other"));
    MessageProperties before = taken();
    ContextProperties.apply(
        context,
        before,
        before.with(
            SoapProperties.WSA_RELATIONSHIPS,
            before.text(SoapProperties.WSA_RELATIONSHIPS, "").replace("urn:2", "urn:3")));
    assertEquals("urn:3", context.getRelationships()[1].getValue());
    assertEquals("urn:other", context.getRelationships()[1].getRelationshipType());
  }
}
