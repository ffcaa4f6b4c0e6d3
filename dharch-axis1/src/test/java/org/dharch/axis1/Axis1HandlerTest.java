package org.dharch.axis1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis.Handler;
import org.apache.axis.MessageContext;
import org.apache.axis.handlers.BasicHandler;
import org.apache.axis.handlers.EchoHandler;
import org.apache.axis.handlers.LogHandler;
import org.apache.axis.handlers.SimpleSessionHandler;
import org.apache.axis.handlers.http.HTTPAuthHandler;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.spi.HandlerKind;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What arrives at an Axis 1 handler, and what comes back. */
final class Axis1HandlerTest {
  private static final String ORDER =
      "<o:order xmlns:o='urn:o' n=\"1\"> a &amp; ü\n <b/></o:order>";
  private static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<h:One xmlns:h='urn:h'>1</h:One>", ORDER));
  private static final Map<String, ?> OUT = Map.of(SoapProperties.FLOW, "out");

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    AuthorsHandlers.Looker.SEEN.clear();
  }

  private static DHHandler ready(Handler handler, Map<String, String> parameters, boolean soft)
      throws Exception {
    DHHandler adapted =
        new AxisKind().adapt(handler, new HandlerKind.Setting("h", soft, Limits.DEFAULT));
    adapted.init(parameters);
    return adapted;
  }

  private static HandlerMessage message(byte[] envelope, Map<String, ?> properties) {
    return HandlerMessage.of(
        MessageId.random(new Random(1)), 1, envelope, MessageProperties.of(properties), Set.of());
  }

  private static Changes handle(Handler handler, Map<String, ?> properties) throws Exception {
    return ready(handler, Map.of(), false).handle(message(ENVELOPE, properties));
  }

  @ParameterizedTest
  @ValueSource(strings = {EnvelopeText.NS11, EnvelopeText.NS12})
  void onlyTheNewBlockGoesBackAndTheResponseKnowsOfTheRequest(String soap) throws Exception {
    DHHandler stamp = ready(new AuthorsHandlers.Stamp(), Map.of("text", "t1"), false);
    byte[] envelope =
        Utf8.bytes(new EnvelopeText(soap, "").of("<h:One xmlns:h='urn:h'>1</h:One>", ORDER));
    Changes request = stamp.handle(message(envelope, Map.of()));
    assertEquals(Map.of(), request.replaced());
    assertEquals(1, request.addedHeaders().size());
    String block = Utf8.text(request.addedHeaders().get(0));
    assertTrue(block.contains("urn:stamp") && block.contains(">t1<"), block);
    assertEquals(Set.of(new HeaderRef(new QName("urn:h", "One"), 0)), request.processed());
    assertEquals(Map.of("stamp", "t1", "dharch.exchange.stamp", "t1"), request.properties());
    Map<String, Object> later = new HashMap<>(OUT);
    later.put("dharch.exchange.stamp", "t1");
    Changes response = stamp.handle(message(envelope, later));
    assertTrue(Utf8.text(response.addedHeaders().get(0)).contains(">t1!<"), response::toString);
    assertEquals(Map.of(), response.properties());
  }

  @Test
  void readingChangesNothing() throws Exception {
    DHHandler looker = ready(new AuthorsHandlers.Looker(), Map.of("k", "v"), false);
    Map<String, Object> properties = new HashMap<>();
    properties.put(SoapProperties.HTTP_URL, "http://h/S");
    properties.put(SoapProperties.HTTP_HEADER + "X-User", "u");
    properties.put(SoapProperties.SERVICE, "S");
    properties.put(SoapProperties.SOAP_ACTION, "urn:a");
    properties.put("REMOTE_ADDR", "127.0.0.9");
    properties.put("p", 5);
    assertTrue(looker.handle(message(ENVELOPE, properties)).isEmpty(), "nothing was changed");
    looker.handle(message(ENVELOPE, Map.of(SoapProperties.FLOW, "out-fault")));
    looker.ended(message(ENVELOPE, Map.of()), DHHandler.Ending.COMPLETED);
    looker.ended(message(ENVELOPE, Map.of()), DHHandler.Ending.FAILED);
    looker.close();
    assertEquals(
        List.of(
            "init h v",
            "action urn:a",
            "service S S",
            "remote 127.0.0.9",
            "url http://h/S",
            "client false past false",
            "p 5",
            "current true",
            "x-user u",
            "order",
            "onFault true",
            "onFault false",
            "cleanup"),
        AuthorsHandlers.Looker.SEEN);
  }

  @Test
  void unreadMessageIsNotParsed() throws Exception {
    DHHandler blind = ready(new AuthorsHandlers.Blind(), Map.of(), false);
    assertTrue(blind.handle(message(Utf8.bytes("no envelope"), Map.of())).isEmpty());
  }

  @Test
  void changedBodyIsReturned() throws Exception {
    Changes changes = handle(new AuthorsHandlers.BodyChanger(), Map.of());
    String body = Utf8.text(Merge.apply(ENVELOPE, changes, Limits.DEFAULT));
    assertTrue(body.contains("seen=\"yes\"") && body.contains("n=\"1\""), body);
  }

  @Test
  void faultIsFailureWithText() {
    DHArchException e =
        assertThrows(DHArchException.class, () -> handle(new AuthorsHandlers.Refuser(), Map.of()));
    assertEquals("no key was found", e.getMessage());
  }

  @Test
  void missingPartIsReported() throws Exception {
    DHArchException e =
        assertThrows(
            DHArchException.class, () -> handle(new AuthorsHandlers.ListSetter(), Map.of()));
    assertTrue(e.getMessage().contains("property 'list' set by the handler"), e::getMessage);
    e =
        assertThrows(
            DHArchException.class, () -> handle(new AuthorsHandlers.HiddenAsker(), Map.of()));
    assertTrue(e.getMessage().contains("MessageContext.getSession: sessions stay"), e::getMessage);
    DHHandler lenient = ready(new AuthorsHandlers.HiddenAsker(), Map.of(), true);
    assertTrue(lenient.handle(message(ENVELOPE, Map.of())).isEmpty());
  }

  /** Axis' own handlers, as they are published. */
  @Test
  void handlersOfAxisRun() throws Exception {
    Path log = folder.resolve("axis.log");
    DHHandler logger =
        ready(
            new LogHandler(),
            Map.of("LogHandler.fileName", log.toString(), "LogHandler.writeToConsole", "false"),
            false);
    assertTrue(logger.handle(message(ENVELOPE, Map.of())).isEmpty());
    assertTrue(logger.handle(message(ENVELOPE, OUT)).isEmpty());
    assertTrue(Files.readString(log).contains("<h:One"), () -> "it logs the response");

    String basic = Base64.getEncoder().encodeToString("jo:pw".getBytes(StandardCharsets.UTF_8));
    Changes user =
        handle(
            new HTTPAuthHandler(),
            Map.of(SoapProperties.HTTP_HEADER + "Authorization", "Basic " + basic));
    assertEquals(
        Map.of("dharch.exchange.axis.user", "jo", "dharch.exchange.axis.password", "pw"),
        user.properties());

    Changes session = handle(new SimpleSessionHandler(), Map.of());
    Object id = session.properties().get("dharch.exchange.SimpleSession.id");
    assertInstanceOf(Long.class, id);
    Map<String, Object> later = new HashMap<>(OUT);
    later.put("dharch.exchange.SimpleSession.id", id);
    Changes response = handle(new SimpleSessionHandler(), later);
    String block = Utf8.text(response.addedHeaders().get(0));
    assertTrue(block.contains("sessionID") && block.contains(id.toString()), block);

    Changes echo = handle(new EchoHandler(), Map.of());
    assertInstanceOf(Changes.Verdict.Respond.class, echo.verdict().orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        org.apache.axis.SimpleChain.class,
        org.apache.axis.server.AxisServer.class,
        org.apache.axis.providers.java.RPCProvider.class,
        org.apache.axis.transport.http.HTTPSender.class,
        org.apache.axis.transport.local.LocalResponder.class
      })
  void whatBelongsToItsEngineIsRefused(Class<?> type) {
    assertTrue(new AxisKind().refusal(type).isPresent());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        org.apache.axis.handlers.LogHandler.class,
        org.apache.axis.handlers.LogMessage.class,
        org.apache.axis.handlers.DebugHandler.class,
        org.apache.axis.handlers.SimpleAuthorizationHandler.class
      })
  void whatIsAHandlerIsNot(Class<?> type) {
    assertTrue(new AxisKind().refusal(type).isEmpty());
  }

  /** As Axis' own authentication, whose user is an object, and WSS4J's receiver. */
  @Test
  void objectPropertyIsRejectedOrKeptLocally() throws Exception {
    Class<?> type = org.apache.axis.handlers.SimpleAuthenticationHandler.class;
    for (String name : List.of("authenticatedUser", "RECV_RESULTS")) {
      HandlerKind.ClassFile file = new HandlerKind.ClassFile(type, List.of(), Set.of("a", name));
      String why = new AxisKind().unavailable(type, file).orElseThrow();
      assertTrue(why.contains("'" + name + "'") && why.contains("an object, which"), why);
      HandlerKind.ClassFile base =
          new HandlerKind.ClassFile(AuthorsHandlers.Looker.class, List.of(), Set.of(name));
      assertTrue(new AxisKind().unavailable(type, base).isEmpty(), "a base may name it");
    }
    Handler listing =
        new BasicHandler() {
          private static final long serialVersionUID = 1L;

          @Override
          public void invoke(MessageContext context) {
            context.setProperty("found", new ArrayList<>());
            context.setProperty("text", "t");
          }
        };
    HandlerMessage message = message(ENVELOPE, Map.of());
    assertThrows(
        DHArchException.class,
        () -> ready(listing, Map.of(), false).handle(message),
        "not lenient");
    assertEquals(
        Set.of("text", "dharch.exchange.text"),
        ready(listing, Map.of(), true).handle(message).properties().keySet());
  }
}
