package org.dharch.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.envelope.Merge;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.dharch.ws.security.SecurityInHandler;
import org.dharch.ws.security.SecurityOutHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The kept messages for the WS-Security target are accepted; otherwise the code behind a rejection
 * is never tested.
 */
class SecuritySeedsTest {
  private static final Path CORPUS = Path.of("corpus", "ws-security");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"signed11", "signed12", "encrypted", "all"})
  void keptMessagesAreAccepted(String name) throws Exception {
    Path file = CORPUS.resolve(name);
    if (Boolean.getBoolean("fuzz.seeds.write")) {
      Files.write(file, seed(name));
    }
    byte[] kept = Files.readAllBytes(file);
    SecurityTarget.security(kept);
    assertTrue(Utf8.text(kept).contains("2026-11-25T12:00:00"), name);
    assertEquals("accepted", bodyText(kept));
  }

  private String bodyText(byte[] kept) throws Exception {
    Path password = Files.writeString(folder.resolve("p"), SecurityTarget.PASSWORD);
    try (SecurityInHandler handler = new SecurityInHandler()) {
      handler.init(
          Map.of(
              "trustStore",
              SecurityTarget.copy(folder, "security-trust.p12"),
              "trustStorePassword",
              "file:" + password,
              "keyStore",
              SecurityTarget.copy(folder, "security-keys.p12"),
              "keyStorePassword",
              "file:" + password,
              "users",
              Files.writeString(folder.resolve("u"), "alice=fuzz-password").toString(),
              "username",
              "optional"),
          new SecurityTarget.FixedTimeContext());
      Changes changes = handler.handle(message(kept));
      return changes.verdict().isEmpty() ? "accepted" : changes.verdict().toString();
    }
  }

  private static HandlerMessage message(byte[] envelope) {
    return HandlerMessage.of(new MessageId(2, 2), 1, envelope, MessageProperties.empty(), Set.of());
  }

  /** Needs the signer's key, which is not kept: in a folder named by the property. */
  private byte[] seed(String name) throws Exception {
    Path keys = Path.of(System.getProperty("fuzz.security.keys"));
    Path password = Files.writeString(folder.resolve("password"), SecurityTarget.PASSWORD);
    String actions =
        switch (name) {
          case "encrypted" -> "Timestamp Signature Encrypt";
          case "all" -> "UsernameToken Timestamp Encrypt Signature";
          default -> "Timestamp Signature";
        };
    SecurityOutHandler handler = new SecurityOutHandler();
    handler.init(
        Map.of(
            "actions",
            actions,
            "keyStore",
            keys.resolve("client.p12").toString(),
            "keyStorePassword",
            "file:" + password,
            "trustStore",
            keys.resolve("server-cert.p12").toString(),
            "trustStorePassword",
            "file:" + password,
            "user",
            "alice",
            "userPassword",
            "file:" + password),
        new SecurityTarget.FixedTimeContext());
    EnvelopeText soap = name.equals("signed11") ? EnvelopeText.SOAP11 : EnvelopeText.SOAP12;
    byte[] envelope =
        Utf8.bytes(
            soap.with("o", "urn:example:orders")
                .of("<o:trace>1</o:trace>", "<o:order>" + SecurityTarget.TEXT + "</o:order>"));
    return Merge.apply(envelope, handler.handle(message(envelope)), Limits.DEFAULT);
  }

  @Test
  void messageOfUnknownSignerIsRejected() throws Exception {
    SecurityTarget.security(Utf8.bytes(EnvelopeText.SOAP12.of("<o/>")));
  }
}
