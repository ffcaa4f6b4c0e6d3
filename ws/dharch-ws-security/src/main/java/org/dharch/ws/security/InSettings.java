package org.dharch.ws.security;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/**
 * The parameters of {@link SecurityInHandler}.
 *
 * @param trust the trusted certificates of signers
 * @param keys this node's decryption keys
 * @param users passwords by name
 * @param textPasswords whether plain text passwords are accepted
 * @param keep whether the Security block is kept
 */
record InSettings(
    Optional<KeyStores> trust,
    Optional<KeyStores> keys,
    Map<String, String> users,
    boolean textPasswords,
    Required required,
    SignerNames signer,
    Algorithms algorithms,
    Freshness freshness,
    String actor,
    boolean keep) {

  /**
   * The required tokens and protection.
   *
   * @param signed the parts that one signature must cover
   * @param encrypted the parts that must be encrypted
   */
  record Required(PartList signed, PartList encrypted, boolean username, boolean timestamp) {}

  /** The required names in the signer's certificate. */
  record SignerNames(Optional<Pattern> subject, Optional<Pattern> issuer) {}

  /**
   * The protection against old and repeated messages.
   *
   * @param age the maximum age of a message
   * @param maxAhead the maximum lead of the sender's clock
   */
  record Freshness(Duration age, Duration maxAhead, ReplaySettings replays) {}

  static InSettings read(HandlerSettings settings) {
    Optional<KeyStores> trust =
        KeyStores.read(settings, "trustStore").map(KeyStores::withCertificates);
    Optional<KeyStores> keys = KeyStores.read(settings, "keyStore").map(KeyStores::withKeys);
    Map<String, String> users = settings.text("users").map(UsersFile::read).orElse(Map.of());
    PartList signed =
        PartList.readRequired(settings, "requiredParts", trust.isPresent() ? "body timestamp" : "");
    PartList encrypted = PartList.read(settings, "requiredEncrypted", "");
    InSettings all =
        new InSettings(
            trust,
            keys,
            users,
            settings.choice(
                    "passwords", Map.of("digest", Kind.DIGEST, "text", Kind.TEXT), Kind.DIGEST)
                == Kind.TEXT,
            new Required(
                signed,
                encrypted,
                settings.choice(
                        "username",
                        Presence.ALL,
                        users.isEmpty() ? Presence.OPTIONAL : Presence.REQUIRED)
                    == Presence.REQUIRED,
                settings.choice("timestamp", Presence.ALL, Presence.REQUIRED) == Presence.REQUIRED),
            new SignerNames(
                settings.text("subject").map(text -> pattern("subject", text)),
                settings.text("issuer").map(text -> pattern("issuer", text))),
            Algorithms.read(settings),
            new Freshness(
                settings.duration("maxAge", Duration.ofMinutes(5)),
                settings.duration("maxAhead", Duration.ofMinutes(1)),
                ReplaySettings.read(settings)),
            settings.text("actor").orElse(""),
            settings.flag("keep"));
    settings.requireNoMore();
    return all.checked();
  }

  private InSettings checked() {
    if (trust.isEmpty() && !required.signed.isEmpty()) {
      throw new DHArchException("requiredParts requires trustStore");
    }
    if (keys.isEmpty() && !required.encrypted.isEmpty()) {
      throw new DHArchException("requiredEncrypted requires keyStore");
    }
    trust.ifPresent(present -> algorithms.require(Algorithms.Use.SIGNATURE, Algorithms.Use.DIGEST));
    keys.ifPresent(present -> algorithms.require(Algorithms.Use.CONTENT, Algorithms.Use.KEY));
    if (required.encrypted.timestamp() || required.encrypted.username()) {
      throw new DHArchException("requiredEncrypted must contain only body and {namespace}name");
    }
    if (users.isEmpty() && (required.username || required.signed.username())) {
      throw new DHArchException("username requires users");
    }
    if (required.signed.isEmpty() && required.encrypted.isEmpty() && !required.username) {
      throw new DHArchException(
          "at least one of trustStore, users and requiredEncrypted must be set");
    }
    return this;
  }

  private static Pattern pattern(String parameter, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw HandlerSettings.wrong(parameter, text, "a regular expression on the whole name");
    }
  }

  private enum Kind {
    DIGEST,
    TEXT
  }

  private enum Presence {
    REQUIRED,
    OPTIONAL;

    static final Map<String, Presence> ALL = Map.of("required", REQUIRED, "optional", OPTIONAL);
  }
}
