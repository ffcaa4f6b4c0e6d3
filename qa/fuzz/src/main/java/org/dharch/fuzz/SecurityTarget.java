package org.dharch.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Emitter;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.ws.security.SecurityInHandler;

/**
 * A message with WS-Security from an untrusted client, to a handler that trusts one signer, at one
 * time. Only that signer can make an accepted message: the body of each has the signer's text.
 */
final class SecurityTarget {
  /** The time of the kept messages. */
  static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  /** The password of the keys, and of alice. */
  static final String PASSWORD = "fuzz-password";

  /** The text in the body's element. */
  static final String TEXT = "seven";

  static final QName ORDER = new QName("urn:example:orders", "order");
  private static final MessageId ID = new MessageId(1, 1);

  private SecurityTarget() {}

  /** Created with the first message. */
  private static final class Holder {
    static final SecurityInHandler HANDLER = handler();
  }

  private static SecurityInHandler handler() {
    try {
      Path folder = Files.createTempDirectory("fuzz-security");
      folder.toFile().deleteOnExit();
      Path password = Files.writeString(folder.resolve("password"), PASSWORD);
      SecurityInHandler handler = new SecurityInHandler();
      handler.init(
          Map.of(
              "trustStore",
              copy(folder, "security-trust.p12"),
              "trustStorePassword",
              "file:" + password,
              "keyStore",
              copy(folder, "security-keys.p12"),
              "keyStorePassword",
              "file:" + password,
              "users",
              Files.writeString(folder.resolve("users"), "alice=" + PASSWORD).toString(),
              "username",
              "optional"),
          new FixedTimeContext());
      return handler;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String copy(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    try (InputStream in = SecurityTarget.class.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file.toString();
  }

  static void security(byte[] data) throws Exception {
    Changes changes;
    try {
      changes =
          Holder.HANDLER.handle(
              HandlerMessage.of(ID, 1, data, MessageProperties.empty(), Set.of()));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    }
    if (changes.verdict().isPresent()) {
      byte[] fault = ((Changes.Verdict.Respond) changes.verdict().get()).envelope();
      mustBe(Envelopes.outline(fault, Limits.DEFAULT).fault(), "the answer must be a fault");
      return;
    }
    byte[] taken = Merge.apply(data, changes, Limits.DEFAULT);
    String text = Envelopes.firstText(taken, ORDER, Limits.DEFAULT).orElse("");
    mustBe(text.equals(TEXT), "an unsigned message was accepted: " + text);
  }

  private static void mustBe(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The handler requests only the time. */
  static final class FixedTimeContext implements NodeContext {
    @Override
    public InstantSource clock() {
      return () -> NOW;
    }

    @Override
    public String node() {
      return "fuzz~1";
    }

    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public Emitter emitter() {
      throw new UnsupportedOperationException("emissions are not supported");
    }

    @Override
    public ScheduledExecutorService timers() {
      throw new UnsupportedOperationException("timers are not supported");
    }
  }
}
