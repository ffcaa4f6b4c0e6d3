package org.dharch.handlers.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.handlers.axis2.context.Absence;
import org.dharch.handlers.axis2.context.Axis2Contexts;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fault A2 and A6: what of a message's container an Axis2 handler finds on a node, what goes back,
 * and that what is not there is said.
 */
final class NodeContextTest {
  private static final Axis2Contexts CONTEXTS = new Axis2Contexts();

  private final Map<String, Object> properties =
      new LinkedHashMap<>(Map.of(SoapProperties.SERVICE, "Echo", SoapProperties.OPERATION, "echo"));

  /** What a test does on a node. */
  interface Work {
    void on(MessageContext context) throws Exception;
  }

  private static final class Working extends AbstractHandler {
    private final Work work;

    private Working(Work work) {
      this.work = work;
    }

    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      try {
        work.on(context);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw AxisFault.makeFault(e);
      }
      return InvocationResponse.CONTINUE;
    }
  }

  private Changes perform(boolean lenient, Work work) throws Exception {
    Axis2Handler adapter =
        new Axis2Handler("watch", new Working(work), CONTEXTS, Limits.DEFAULT, lenient);
    adapter.init(Map.of());
    return adapter.handle(
        HandlerMessage.of(
            new MessageId(1, 2),
            1,
            Utf8.bytes(EnvelopeText.SOAP11.of("<b/>")),
            MessageProperties.of(properties),
            Set.of()));
  }

  private Changes perform(Work work) throws Exception {
    return perform(false, work);
  }

  private static Map<Object, Object> headers(MessageContext context) {
    @SuppressWarnings("unchecked")
    Map<Object, Object> headers =
        (Map<Object, Object>) context.getProperty(MessageContext.TRANSPORT_HEADERS);
    return headers;
  }

  @Test
  void headerMapIsCaseInsensitive() throws Exception {
    properties.put("dharch.http.header.X-User", "evil");
    properties.put("dharch.http.header.cookie", "a=1");
    Map<Object, Object> seen = new HashMap<>();
    Changes changes =
        perform(
            context -> {
              seen.putAll(headers(context));
              seen.put("any case", headers(context).get("X-User"));
            });
    assertEquals(Map.of("x-user", "evil", "cookie", "a=1", "any case", "evil"), seen);
    assertTrue(changes.isEmpty(), () -> changes.properties() + " " + changes.removedProperties());
  }

  @Test
  void changedHttpHeadersAreReturned() throws Exception {
    properties.put("dharch.http.header.X-User", "evil");
    properties.put("dharch.http.header.Cookie", "a=1");
    properties.put("dharch.http.header.Accept", "*/*");
    Changes changes =
        perform(
            context -> {
              headers(context).put("X-USER", "good");
              headers(context).put("Traceparent", "00-1");
              headers(context).remove("COOKIE");
            });
    assertEquals(
        Map.of("dharch.http.header.x-user", "good", "dharch.http.header.traceparent", "00-1"),
        changes.properties());
    assertEquals(Set.of("dharch.http.header.cookie"), changes.removedProperties());
  }

  @Test
  void httpHeadersCanBeCreated() throws Exception {
    Changes changes =
        perform(
            context -> {
              assertNull(headers(context));
              context.setProperty(
                  MessageContext.TRANSPORT_HEADERS, new HashMap<>(Map.of("a", "1")));
              List<NamedValue> sending = new ArrayList<>();
              sending.add(new NamedValue("Set-Cookie", "x=1"));
              sending.add(new NamedValue("Set-Cookie", "y=2"));
              context.setProperty(HTTPConstants.HTTP_HEADERS, sending);
            });
    assertEquals(
        Map.of(
            "dharch.http.header.a",
            "1",
            SoapProperties.HTTP_SENDING,
            "Set-Cookie: x=1\nSet-Cookie: y=2"),
        changes.properties());
  }

  @Test
  void nonTextHeaderIsReported() {
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () ->
                perform(
                    context ->
                        context.setProperty(
                            MessageContext.TRANSPORT_HEADERS,
                            new HashMap<>(Map.of("n", List.of(1))))));
    assertTrue(e.getMessage().contains("with header 'n'"), e.getMessage());
  }

  @Test
  void methodAndUrlUseAxis2Names() throws Exception {
    properties.put(SoapProperties.HTTP_METHOD, "POST");
    properties.put(SoapProperties.HTTP_URL, "http://h/axis2/services/Echo");
    List<Object> seen = new ArrayList<>();
    Changes changes =
        perform(
            context -> {
              seen.add(context.getProperty(HTTPConstants.HTTP_METHOD));
              seen.add(context.getProperty(Constants.Configuration.TRANSPORT_IN_URL));
            });
    assertEquals(List.of("POST", "http://h/axis2/services/Echo"), seen);
    assertTrue(changes.isEmpty(), () -> "" + changes.properties());
  }

  @Test
  void serviceAndOperationParametersAreSent() throws Exception {
    properties.put(SoapProperties.SERVICE_PARAMETER + "level", "gold");
    properties.put(SoapProperties.SERVICE_PARAMETER + "both", "service's");
    properties.put(SoapProperties.OPERATION_PARAMETER + "both", "operation's");
    properties.put(SoapProperties.STAYS, "service-parameter security\nmessage principal");
    perform(
        context -> {
          assertEquals("gold", context.getAxisService().getParameterValue("level"));
          assertEquals("gold", context.getParameter("level").getValue());
          assertEquals("operation's", context.getParameter("both").getValue());
          assertNull(context.getParameter("none"));
          said("parameter 'security' of the service", () -> context.getParameter("security"));
          said("property 'principal'", () -> context.getProperty("principal"));
        });
    properties.put(SoapProperties.SERVICE_PARAMETER + "level", "silver");
    perform(context -> assertEquals("silver", context.getAxisService().getParameterValue("level")));
  }

  private interface Call {
    Object call() throws Exception;
  }

  private static void said(String what, Call call) {
    DHArchException e = assertThrows(DHArchException.class, call::call);
    assertTrue(e.getMessage().startsWith("it needs " + what), e.getMessage());
    assertTrue(e.getMessage().contains("which a node does not have; "), e.getMessage());
  }

  /** As Axis2's own SOAPMonitorHandler does: a number in the in flow, the same in the out flow. */
  @Test
  void operationContextLinksInAndOutFlow() throws Exception {
    Work monitor =
        context -> {
          if (context.getFLOW() == MessageContext.IN_FLOW) {
            context.getOperationContext().setProperty("SOAPMonitorId", 41L);
            context.getOperationContext().setProperty("gone", null);
          } else {
            Object id = context.getOperationContext().getProperty("SOAPMonitorId");
            context.setProperty("monitored", id);
            assertEquals(id, context.getProperty("SOAPMonitorId"), "also from the message");
            context.getOperationContext().removeProperty("SOAPMonitorId");
          }
        };
    properties.put(SoapProperties.FLOW, "in");
    Changes in = perform(monitor);
    assertEquals(Map.of("dharch.operation.property.SOAPMonitorId", 41L), in.properties());
    properties.put(SoapProperties.FLOW, "out");
    properties.putAll(in.properties());
    Changes out = perform(monitor);
    assertEquals(Map.of("monitored", 41L), out.properties());
    assertEquals(Set.of("dharch.operation.property.SOAPMonitorId"), out.removedProperties());
  }

  @Test
  void unsendableOperationPropertyIsReported() {
    DHArchException e =
        assertThrows(
            DHArchException.class,
            () ->
                perform(
                    context ->
                        context.getOperationContext().setProperty("names", new ArrayList<>())));
    assertTrue(
        e.getMessage().contains("property 'names' set by the handler on the operation context"),
        e.toString());
  }

  record Missing(String name, Work work) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Missing> missing() {
    return Stream.of(
        new Missing("getTransportIn", MessageContext::getTransportIn),
        new Missing("getTransportOut", MessageContext::getTransportOut),
        new Missing("getSessionContext", MessageContext::getSessionContext),
        new Missing("getEffectivePolicy", MessageContext::getEffectivePolicy),
        new Missing("isEngaged", context -> context.isEngaged("rampart")),
        new Missing("getMessageReceiver", c -> c.getAxisOperation().getMessageReceiver()),
        new Missing("getPolicySubject", c -> c.getAxisService().getPolicySubject()),
        new Missing("getMessageContext", c -> c.getOperationContext().getMessageContext("In")),
        new Missing("addAttachment", context -> context.addAttachment("id", null)),
        new Missing("servletRequest", c -> c.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST)),
        new Missing("axis2.inMsgContext", c -> c.getProperty(MessageContext.IN_MESSAGE_CONTEXT)),
        new Missing("setProperty('s')", c -> c.getServiceContext().setProperty("s", "1")),
        new Missing("setProperty('g')", c -> c.getServiceGroupContext().setProperty("g", "1")),
        new Missing("setProperty('c')", c -> c.getConfigurationContext().setProperty("c", "1")),
        new Missing("getProperty('c')", c -> c.getConfigurationContext().getProperty("c")),
        new Missing("getProperty('s')", c -> c.getServiceContext().getProperty("s")));
  }

  @ParameterizedTest
  @MethodSource("missing")
  void whatIsNotOnANodeIsSaidAndNotNull(Missing missing) throws Exception {
    DHArchException e = assertThrows(DHArchException.class, () -> perform(missing.work()));
    assertTrue(e.getMessage().startsWith("it needs "), e.getMessage());
    assertTrue(e.getMessage().contains(missing.name()), e.getMessage());
    assertTrue(e.getMessage().contains("which a node does not have; "), e.getMessage());
    perform(true, missing.work()); // a lenient one goes on
  }

  @Test
  void missingAttachmentsAreReportedIfPresent() throws Exception {
    perform(context -> assertEquals(0, context.getAttachmentMap().getAllContentIDs().length));
    properties.put("dharch.attachments", "swa");
    perform(
        context -> {
          assertTrue(context.isDoingSwA());
          assertFalse(context.isDoingMTOM());
          said("the message's attachments", context::getAttachmentMap);
          said("the message's attachments", () -> context.getAttachment("id"));
        });
  }

  @Test
  void missingPartOfLenientHandlerIsLoggedOnce() {
    Absence absence = new Absence("easy", true);
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 3; i++) {
        absence.report("the moon", "take the sun");
        absence.report("the stars", "take the sun");
      }
    } finally {
      System.setErr(before);
    }
    String said = log.toString(StandardCharsets.UTF_8);
    assertEquals(2, said.split("handler=easy part=", -1).length - 1, said);
    assertTrue(said.contains("part=the moon; take the sun"), said);
  }
}
