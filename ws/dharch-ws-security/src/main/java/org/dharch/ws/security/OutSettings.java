package org.dharch.ws.security;

import java.security.KeyStoreException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.wss4j.dom.WSConstants;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;

/**
 * The parameters of {@link SecurityOutHandler}.
 *
 * @param actions the actions, in order
 * @param signing the signing key; present for the action Signature
 * @param encryption the recipient; present for the action Encrypt
 * @param user present for the action UsernameToken
 */
record OutSettings(
    List<Action> actions,
    Optional<Signing> signing,
    Optional<Encryption> encryption,
    Optional<User> user,
    Duration timeToLive,
    String actor,
    boolean mustUnderstand) {

  enum Action {
    TIMESTAMP("Timestamp"),
    USERNAME_TOKEN("UsernameToken"),
    SIGNATURE("Signature"),
    ENCRYPT("Encrypt");

    private final String value;

    Action(String value) {
      this.value = value;
    }
  }

  /**
   * @param reference WSS4J's number of the certificate reference
   */
  record Signing(
      KeyStores keys,
      String alias,
      PartList parts,
      String algorithm,
      String digest,
      int reference) {}

  record Encryption(
      KeyStores certificates,
      X509Certificate recipient,
      PartList parts,
      String content,
      String key,
      int reference) {}

  record User(String name, String password, boolean text) {}

  private static final Map<String, Integer> REFERENCES =
      Map.of(
          "direct", WSConstants.BST_DIRECT_REFERENCE,
          "issuer", WSConstants.ISSUER_SERIAL,
          "ski", WSConstants.SKI_KEY_IDENTIFIER,
          "thumbprint", WSConstants.THUMBPRINT_IDENTIFIER);

  static OutSettings read(HandlerSettings settings) {
    List<Action> actions = actions(settings);
    OutSettings all =
        new OutSettings(
            actions,
            signing(settings, actions),
            encryption(settings, actions),
            user(settings, actions),
            timeToLive(settings),
            settings.text("actor").orElse(""),
            settings.text("mustUnderstand").isEmpty() || settings.flag("mustUnderstand"));
    settings.requireNoMore();
    all.signing.ifPresent(part -> all.requireBefore(part.parts()));
    all.encryption.ifPresent(part -> all.requireToken(part.parts()));
    return all;
  }

  /** Times in a message are in whole seconds. */
  private static Duration timeToLive(HandlerSettings settings) {
    Duration time = settings.duration("timeToLive", Duration.ofMinutes(5));
    if (time.toSeconds() < 1) {
      throw HandlerSettings.wrong(
          "timeToLive", settings.text("timeToLive").orElse(""), "1s and more");
    }
    return time;
  }

  private static List<Action> actions(HandlerSettings settings) {
    String allowed = "Timestamp, UsernameToken, Signature, Encrypt, with blanks between, each once";
    List<Action> actions = new ArrayList<>();
    for (String name : settings.required("actions", allowed).split("\\s+", -1)) {
      Action found = null;
      for (Action action : Action.values()) {
        found = action.value.equals(name) ? action : found;
      }
      if (found == null || actions.contains(found)) {
        throw HandlerSettings.wrong("actions", name, allowed);
      }
      actions.add(found);
    }
    return List.copyOf(actions);
  }

  private static Optional<Signing> signing(HandlerSettings settings, List<Action> actions) {
    Optional<KeyStores> keys = KeyStores.read(settings, "keyStore");
    String parts = actions.contains(Action.TIMESTAMP) ? "body timestamp" : "body";
    PartList list = PartList.read(settings, "signParts", parts);
    settings.text("keyAlias");
    int reference = reference(settings, "keyReference", "direct");
    String digest = Algorithms.uri(settings, "digestAlgorithm", Algorithms.Use.DIGEST, "SHA256");
    settings.text("signatureAlgorithm");
    if (!actions.contains(Action.SIGNATURE)) {
      return Optional.empty();
    }
    KeyStores store =
        keys.orElseThrow(() -> new DHArchException("Signature requires keyStore")).withKeys();
    String alias = store.alias(settings, "keyAlias", true);
    if (list.isEmpty()) {
      throw new DHArchException("signParts must not be empty");
    }
    String algorithm = signatureAlgorithm(settings, certificate(store, alias), alias);
    return Optional.of(new Signing(store, alias, list, algorithm, digest, reference));
  }

  /** Returns an algorithm for the type of the key. */
  private static String signatureAlgorithm(
      HandlerSettings settings, X509Certificate certificate, String alias) {
    String key = certificate.getPublicKey().getAlgorithm();
    String prefix = Map.of("RSA", "RSA-", "EC", "ECDSA-").getOrDefault(key, "");
    if (prefix.isEmpty()) {
      throw new DHArchException(
          "keyAlias='" + alias + "' must be an RSA or EC key (got " + key + ")");
    }
    String value = settings.text("signatureAlgorithm").orElse(prefix + "SHA256");
    String uri =
        Algorithms.uri(settings, "signatureAlgorithm", Algorithms.Use.SIGNATURE, prefix + "SHA256");
    if (!value.startsWith(prefix)) {
      throw HandlerSettings.wrong(
          "signatureAlgorithm", value, "those that begin with " + prefix + ", for a key of " + key);
    }
    return uri;
  }

  private static Optional<Encryption> encryption(HandlerSettings settings, List<Action> actions) {
    Optional<KeyStores> certificates = KeyStores.read(settings, "trustStore");
    PartList parts = PartList.read(settings, "encryptParts", "body");
    settings.text("encryptTo");
    String content =
        Algorithms.uri(settings, "encryptionAlgorithm", Algorithms.Use.CONTENT, "AES256-GCM");
    String key = Algorithms.uri(settings, "keyAlgorithm", Algorithms.Use.KEY, "RSA-OAEP-MGF1P");
    int reference = reference(settings, "recipientReference", "issuer");
    if (!actions.contains(Action.ENCRYPT)) {
      return Optional.empty();
    }
    if (parts.isEmpty() || parts.timestamp()) {
      throw new DHArchException(
          "encryptParts must contain only body, username and {namespace}name");
    }
    KeyStores store =
        certificates
            .orElseThrow(() -> new DHArchException("Encrypt requires trustStore"))
            .withCertificates();
    String alias = store.alias(settings, "encryptTo", false);
    X509Certificate recipient = certificate(store, alias);
    String kind = recipient.getPublicKey().getAlgorithm();
    if (!kind.equals("RSA")) {
      throw new DHArchException("encryptTo='" + alias + "' must be an RSA key (got " + kind + ")");
    }
    return Optional.of(new Encryption(store, recipient, parts, content, key, reference));
  }

  private static Optional<User> user(HandlerSettings settings, List<Action> actions) {
    Optional<String> name = settings.text("user");
    Optional<String> password = Secrets.read(settings, "userPassword");
    boolean text =
        settings.choice("passwords", Map.of("digest", Kind.DIGEST, "text", Kind.TEXT), Kind.DIGEST)
            == Kind.TEXT;
    if (!actions.contains(Action.USERNAME_TOKEN)) {
      return Optional.empty();
    }
    if (name.isEmpty() || password.isEmpty()) {
      throw new DHArchException("UsernameToken requires user and userPassword");
    }
    return Optional.of(new User(name.get(), password.get(), text));
  }

  private static int reference(HandlerSettings settings, String parameter, String defaultValue) {
    String value = settings.text(parameter).orElse(defaultValue);
    Integer type = REFERENCES.get(value);
    if (type == null) {
      throw HandlerSettings.wrong(parameter, value, "direct, issuer, ski, thumbprint");
    }
    return type;
  }

  private static X509Certificate certificate(KeyStores store, String alias) {
    try {
      return (X509Certificate) store.store().getCertificate(alias);
    } catch (KeyStoreException e) {
      throw new DHArchException(store.parameter() + ": no certificate of " + alias, e);
    }
  }

  /** Requires that signed parts are created before the signature. */
  private void requireBefore(PartList parts) {
    int signature = actions.indexOf(Action.SIGNATURE);
    int timestamp = actions.indexOf(Action.TIMESTAMP);
    int token = actions.indexOf(Action.USERNAME_TOKEN);
    if ((parts.timestamp() && (timestamp < 0 || timestamp > signature))
        || (parts.username() && (token < 0 || token > signature))) {
      throw new DHArchException(
          "signParts: timestamp and username require their action before Signature in actions");
    }
  }

  /**
   * Requires that encrypted tokens are created before encryption; otherwise a password would be
   * sent as plain text.
   */
  private void requireToken(PartList parts) {
    int token = actions.indexOf(Action.USERNAME_TOKEN);
    if (parts.username() && (token < 0 || token > actions.indexOf(Action.ENCRYPT))) {
      throw new DHArchException(
          "encryptParts: username requires UsernameToken before Encrypt in actions");
    }
  }

  private enum Kind {
    DIGEST,
    TEXT
  }
}
