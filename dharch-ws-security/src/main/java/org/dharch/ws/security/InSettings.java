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
 * @param trust whose signatures are believed
 * @param keys with which messages are encrypted to this node
 * @param users passwords by name
 * @param textPasswords whether a password may come as it is
 * @param signed what one signature must be over
 * @param encrypted what must come encrypted
 * @param age how old a message may be
 * @param prefetched how far ahead of this node's clock the sender's may be
 * @param keep whether the Security block stays
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
    Duration prefetched,
    String actor,
    boolean keep,
    ReplaySettings replays) {

  static InSettings read(HandlerSettings settings) {
    Optional<KeyStores> trust =
        KeyStores.read(settings, "trustStore").map(KeyStores::withCertificates);
    Optional<KeyStores> keys = KeyStores.read(settings, "keyStore").map(KeyStores::withKeys);
    Map<String, String> users = settings.text("users").map(UsersFile::read).orElse(Map.of());
    PartList signed =
        PartList.readDemanded(settings, "requiredParts", trust.isPresent() ? "body timestamp" : "");
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
            settings.choice("username", Need.ALL, users.isEmpty() ? Need.OPTIONAL : Need.REQUIRED)
                == Need.REQUIRED,
            settings.choice("timestamp", Need.ALL, Need.REQUIRED) == Need.REQUIRED,
            settings.text("subject").map(text -> pattern("subject", text)),
            settings.text("issuer").map(text -> pattern("issuer", text)),
            Algorithms.read(settings),
            settings.duration("maxAge", Duration.ofMinutes(5)),
            settings.duration("maxAhead", Duration.ofMinutes(1)),
            settings.text("actor").orElse(""),
            settings.flag("keep"),
            ReplaySettings.read(settings));
    settings.requireNoMore();
    return all.consistent();
  }

  private InSettings consistent() {
    if (trust.isEmpty() && !signed.isEmpty()) {
      throw new DHArchException("requiredParts need trustStore");
    }
    if (keys.isEmpty() && !encrypted.isEmpty()) {
      throw new DHArchException("requiredEncrypted needs keyStore");
    }
    trust.ifPresent(it -> algorithms.require(Algorithms.Use.SIGNATURE, Algorithms.Use.DIGEST));
    keys.ifPresent(it -> algorithms.require(Algorithms.Use.CONTENT, Algorithms.Use.KEY));
    if (encrypted.timestamp() || encrypted.username()) {
      throw new DHArchException("requiredEncrypted: body, {namespace}name are allowed");
    }
    if (users.isEmpty() && (usernameRequired || signed.username())) {
      throw new DHArchException("username needs users");
    }
    if (signed.isEmpty() && encrypted.isEmpty() && !usernameRequired) {
      throw new DHArchException(
          "nothing is demanded of a message; one of trustStore, users, requiredEncrypted is"
              + " needed");
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

  /** How a password comes. */
  private enum Kind {
    DIGEST,
    TEXT
  }

  /** Whether something must be there. */
  private enum Need {
    REQUIRED,
    OPTIONAL;

    static final Map<String, Need> ALL = Map.of("required", REQUIRED, "optional", OPTIONAL);
  }
}
