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
import org.dharch.core.message.Envelopes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Merge;
import org.dharch.ws.security.SecurityInHandler;

/**
 * A message with WS-Security, from whoever sends it, to a handler that trusts one signer, at one
 * moment. Nobody else can make one that is taken: the body of any that is says what the signer has
 * said.
 */
final class SecurityTarget {
  /** When the kept messages were made. */
  static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  /** Of the keys, and of alice. */
  static final String PASSWORD = "fuzz-password";

  /** What their bodies say, in the element. */
  static final String SAID = "seven";

  static final QName ORDER = new QName("urn:example:orders", "order");
  private static final MessageId ID = new MessageId(1, 1);

  private SecurityTarget() {}

  /** Is made with the first message. */
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
          new AtOneMoment());
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
              new HandlerMessage(ID, 1, data, MessageProperties.empty(), Set.of()));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    }
    if (changes.verdict().isPresent()) {
      byte[] fault = ((Changes.Verdict.Respond) changes.verdict().get()).envelope();
      mustBe(Envelopes.outline(fault, Limits.DEFAULT).fault(), "the answer is no fault");
      return;
    }
    byte[] taken = Merge.apply(data, changes, Limits.DEFAULT);
    String said = Envelopes.firstText(taken, ORDER, Limits.DEFAULT).orElse("");
    mustBe(said.equals(SAID), "a message was taken that nobody has signed: " + said);
  }

  private static void mustBe(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  /** The handler asks for the time and nothing else. */
  static final class AtOneMoment implements NodeContext {
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
      throw new UnsupportedOperationException("it emits nothing");
    }

    @Override
    public ScheduledExecutorService timers() {
      throw new UnsupportedOperationException("it has no timers");
    }
  }
}
