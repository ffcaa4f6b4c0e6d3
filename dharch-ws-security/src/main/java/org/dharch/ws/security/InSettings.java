package org.dharch.ws.security;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;

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
 * @param ahead how far ahead of this node's clock the sender's may be
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
    Duration ahead,
    String actor,
    boolean keep,
    ReplaySettings replays) {

  static InSettings read(HandlerSettings settings) {
    Optional<KeyStores> trust = KeyStores.read(settings, "trustStore");
    Optional<KeyStores> keys = KeyStores.read(settings, "keyStore");
    Map<String, String> users = settings.text("users").map(InSettings::users).orElse(Map.of());
    PartList signed =
        PartList.read(settings, "requiredParts", trust.isPresent() ? "body timestamp" : "");
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
    if (encrypted.timestamp() || encrypted.username()) {
      throw new DHArchException("requiredEncrypted: body, {namespace}name are allowed");
    }
    if (users.isEmpty() && (usernameRequired || signed.username())) {
      throw new DHArchException("username needs users");
    }
    if (signed.isEmpty() && encrypted.isEmpty() && !usernameRequired) {
      throw new DHArchException(
          "nothing is demanded of a message; one of trustStore, users, requiredEncrypted is needed");
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

  /** A line each: name, equals sign, password. */
  private static Map<String, String> users(String file) {
    Properties read = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      read.load(in);
    } catch (IOException e) {
      throw new DHArchException("users: " + Reason.of(e), e);
    } catch (IllegalArgumentException e) {
      throw new DHArchException("users='" + file + "': lines NAME=PASSWORD are allowed");
    }
    Map<String, String> users = new HashMap<>();
    read.stringPropertyNames().forEach(name -> users.put(name, read.getProperty(name)));
    if (users.isEmpty() || users.containsValue("")) {
      throw new DHArchException("users='" + file + "': lines NAME=PASSWORD are allowed");
    }
    return Map.copyOf(users);
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
