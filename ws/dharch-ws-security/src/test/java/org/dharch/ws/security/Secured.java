package org.dharch.ws.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitter;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.node.HandlerNode;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;

/** Messages as the handlers make and take them, by a clock that is set. */
final class Secured {
  static final EnvelopeText SOAP11 = EnvelopeText.SOAP11.with("o", "urn:example:orders");
  static final EnvelopeText SOAP12 = EnvelopeText.SOAP12.with("o", "urn:example:orders");
  static final String ORDER = "<o:order><o:item n='ü'>a &amp; b</o:item>\r\n</o:order>";

  /** The handlers' clock. */
  static volatile Instant now = Instant.parse("2026-11-25T12:00:00Z");

  private Secured() {}

  /** Names and values; those of the client's key, and of the server's certificate, are there. */
  static SecurityOutHandler out(String actions, String... more) throws Exception {
    Map<String, String> parameters = map(more);
    parameters.put("actions", actions);
    parameters.putIfAbsent("keyStore", TestKeys.keys("client").toString());
    parameters.put("keyStorePassword", TestKeys.password());
    parameters.putIfAbsent("trustStore", TestKeys.certificates("server").toString());
    parameters.put("trustStorePassword", TestKeys.password());
    parameters.putIfAbsent("user", "alice");
    parameters.putIfAbsent("userPassword", secret("alice-password", "wonder land"));
    SecurityOutHandler handler = new SecurityOutHandler();
    handler.init(parameters, node());
    return handler;
  }

  /** The server's; it trusts the authority. */
  static SecurityInHandler in(String... more) throws Exception {
    Map<String, String> parameters = map(more);
    parameters.putIfAbsent("trustStore", TestKeys.certificates("ca").toString());
    parameters.put("trustStorePassword", TestKeys.password());
    parameters.putIfAbsent("keyStore", TestKeys.keys("server").toString());
    parameters.put("keyStorePassword", TestKeys.password());
    return in(parameters);
  }

  static SecurityInHandler in(Map<String, String> parameters) {
    SecurityInHandler handler = new SecurityInHandler();
    handler.init(parameters, node());
    return handler;
  }

  /** A file of users with alice's password. */
  static String users() throws Exception {
    return Files.writeString(TestKeys.FOLDER.resolve("users"), "alice=wonder land\n").toString();
  }

  static String secret(String name, String password) throws Exception {
    Path file = Files.writeString(TestKeys.FOLDER.resolve(name), password + "\n");
    return "file:" + file;
  }

  static Map<String, String> map(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /** A node's context by {@link #now}. */
  static NodeContext node() {
    NodeContext behind = HandlerNode.builder("test").context("test");
    return new NodeContext() {
      @Override
      public String node() {
        return behind.node();
      }

      @Override
      public long nanos() {
        return behind.nanos();
      }

      @Override
      public InstantSource clock() {
        return () -> now;
      }

      @Override
      public Emitter emitter() {
        return behind.emitter();
      }

      @Override
      public ScheduledExecutorService timers() {
        return behind.timers();
      }
    };
  }

  static HandlerMessage message(byte[] envelope, String... properties) {
    return HandlerMessage.of(
        MessageId.random(ThreadLocalRandom.current()),
        1,
        envelope,
        MessageProperties.of(map(properties)),
        Set.of());
  }

  /** The envelope after the handler, merged as a manager does. */
  static byte[] after(DHHandler handler, byte[] envelope) throws Exception {
    Changes changes = handler.handle(message(envelope));
    assertTrue(
        changes.verdict().isEmpty(),
        () ->
            "answered: "
                + Utf8.text(((Changes.Verdict.Respond) changes.verdict().get()).envelope()));
    return Merge.apply(envelope, changes, Limits.DEFAULT);
  }

  static byte[] after(DHHandler handler, String envelope) throws Exception {
    return after(handler, Utf8.bytes(envelope));
  }

  /** That the message is answered with this fault, and with no more said than that. */
  static void assertRefused(String code, DHHandler handler, byte[] envelope) throws Exception {
    Changes changes = handler.handle(message(envelope));
    String output =
        Utf8.text(
            assertInstanceOf(
                    Changes.Verdict.Respond.class,
                    changes.verdict().orElseThrow(() -> new AssertionError("it was taken")))
                .envelope());
    String is = output.replaceAll("(?s).*>w:(\\w+)</.*", "$1");
    assertEquals(code, is, output);
    assertTrue(output.length() < 600, output);
    assertEquals(Map.of(), changes.properties());
  }

  /** A message of SOAP 1.1 that the client has signed. */
  static byte[] signed(String... parameters) throws Exception {
    return after(out("Timestamp Signature", parameters), SOAP11.of(ORDER));
  }

  /** Replaces text in a signed or encrypted message, where it must be. */
  static byte[] changed(byte[] message, String what, String by) {
    String text = Utf8.text(message);
    String now = text.replaceFirst(what, by);
    assertTrue(!now.equals(text), () -> what + " is not in " + text);
    return Utf8.bytes(now);
  }
}
