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
 * @param signed the parts that one signature must cover
 * @param encrypted the parts that must be encrypted
 * @param age the maximum age of a message
 * @param maxAhead the maximum lead of the sender's clock
 * @param keep whether the Security block is kept
 */
record InSettings(
    Optional<KeyStores> trust,
    Optional<KeyStores> keys,
    Map<String, String> users,
    boolean textPasswords,
    PartList signed,
    PartList encrypted,
    boolean usernameRequired,
    boolean timestampRequired,
    Optional<Pattern> subject,
    Optional<Pattern> issuer,
    Algorithms algorithms,
    Duration age,
    Duration maxAhead,
    String actor,
    boolean keep,
    ReplaySettings replays) {

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
            signed,
            encrypted,
            settings.choice(
                    "username",
                    Presence.ALL,
                    users.isEmpty() ? Presence.OPTIONAL : Presence.REQUIRED)
                == Presence.REQUIRED,
            settings.choice("timestamp", Presence.ALL, Presence.REQUIRED) == Presence.REQUIRED,
            settings.text("subject").map(text -> pattern("subject", text)),
            settings.text("issuer").map(text -> pattern("issuer", text)),
            Algorithms.read(settings),
            settings.duration("maxAge", Duration.ofMinutes(5)),
            settings.duration("maxAhead", Duration.ofMinutes(1)),
            settings.text("actor").orElse(""),
            settings.flag("keep"),
            ReplaySettings.read(settings));
    settings.requireNoMore();
    return all.checked();
  }

  private InSettings checked() {
    if (trust.isEmpty() && !signed.isEmpty()) {
      throw new DHArchException("requiredParts requires trustStore");
    }
    if (keys.isEmpty() && !encrypted.isEmpty()) {
      throw new DHArchException("requiredEncrypted requires keyStore");
    }
    trust.ifPresent(present -> algorithms.require(Algorithms.Use.SIGNATURE, Algorithms.Use.DIGEST));
    keys.ifPresent(present -> algorithms.require(Algorithms.Use.CONTENT, Algorithms.Use.KEY));
    if (encrypted.timestamp() || encrypted.username()) {
      throw new DHArchException("requiredEncrypted must contain only body and {namespace}name");
    }
    if (users.isEmpty() && (usernameRequired || signed.username())) {
      throw new DHArchException("username requires users");
    }
    if (signed.isEmpty() && encrypted.isEmpty() && !usernameRequired) {
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
