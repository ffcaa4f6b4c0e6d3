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
 * @param actions what is done, in this order
 * @param signing with which key; there if the actions sign
 * @param encryption to whom; there if they encrypt
 * @param user as whom; there if they add a UsernameToken
 */
record OutSettings(
    List<Action> actions,
    Optional<Signing> signing,
    Optional<Encryption> encryption,
    Optional<User> user,
    Duration timeToLive,
    String actor,
    boolean mustUnderstand) {

  /** What can be done; the parameter {@code actions} names them so. */
  enum Action {
    TIMESTAMP("Timestamp"),
    USERNAME_TOKEN("UsernameToken"),
    SIGNATURE("Signature"),
    ENCRYPT("Encrypt");

    private final String said;

    Action(String said) {
      this.said = said;
    }
  }

  /**
   * How it is signed.
   *
   * @param reference WSS4J's number of how the certificate is named
   */
  record Signing(
      KeyStores keys,
      String alias,
      PartList parts,
      String algorithm,
      String digest,
      int reference) {}

  /** How it is encrypted. */
  record Encryption(
      KeyStores certificates,
      X509Certificate recipient,
      PartList parts,
      String content,
      String key,
      int reference) {}

  /** Who is said to send it. */
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
    all.signing.ifPresent(it -> all.requireBefore(it.parts()));
    all.encryption.ifPresent(it -> all.requireToken(it.parts()));
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
    for (String each : settings.required("actions", allowed).split("\\s+", -1)) {
      Action found = null;
      for (Action action : Action.values()) {
        found = action.said.equals(each) ? action : found;
      }
      if (found == null || actions.contains(found)) {
        throw HandlerSettings.wrong("actions", each, allowed);
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
    String digest = Algorithms.one(settings, "digestAlgorithm", Algorithms.Use.DIGEST, "SHA256");
    settings.text("signatureAlgorithm");
    if (!actions.contains(Action.SIGNATURE)) {
      return Optional.empty();
    }
    KeyStores store =
        keys.orElseThrow(() -> new DHArchException("Signature needs keyStore")).withKeys();
    String alias = store.alias(settings, "keyAlias", true);
    if (list.isEmpty()) {
      throw new DHArchException("signParts: nothing is to be signed");
    }
    String algorithm = signatureAlgorithm(settings, certificate(store, alias), alias);
    return Optional.of(new Signing(store, alias, list, algorithm, digest, reference));
  }

  /** One that fits the key. */
  private static String signatureAlgorithm(
      HandlerSettings settings, X509Certificate certificate, String alias) {
    String key = certificate.getPublicKey().getAlgorithm();
    String begin = Map.of("RSA", "RSA-", "EC", "ECDSA-").getOrDefault(key, "");
    if (begin.isEmpty()) {
      throw new DHArchException(
          "keyAlias='" + alias + "': a key of " + key + "; keys of RSA and EC are allowed");
    }
    String said = settings.text("signatureAlgorithm").orElse(begin + "SHA256");
    String uri =
        Algorithms.one(settings, "signatureAlgorithm", Algorithms.Use.SIGNATURE, begin + "SHA256");
    if (!said.startsWith(begin)) {
      throw HandlerSettings.wrong(
          "signatureAlgorithm", said, "those that begin with " + begin + ", for a key of " + key);
    }
    return uri;
  }

  private static Optional<Encryption> encryption(HandlerSettings settings, List<Action> actions) {
    Optional<KeyStores> certificates = KeyStores.read(settings, "trustStore");
    PartList parts = PartList.read(settings, "encryptParts", "body");
    settings.text("encryptTo");
    String content =
        Algorithms.one(settings, "encryptionAlgorithm", Algorithms.Use.CONTENT, "AES256-GCM");
    String key = Algorithms.one(settings, "keyAlgorithm", Algorithms.Use.KEY, "RSA-OAEP-MGF1P");
    int reference = reference(settings, "recipientReference", "issuer");
    if (!actions.contains(Action.ENCRYPT)) {
      return Optional.empty();
    }
    if (parts.isEmpty() || parts.timestamp()) {
      throw new DHArchException("encryptParts: body, username, {namespace}name are allowed");
    }
    KeyStores store =
        certificates
            .orElseThrow(() -> new DHArchException("Encrypt needs trustStore"))
            .withCertificates();
    String alias = store.alias(settings, "encryptTo", false);
    X509Certificate recipient = certificate(store, alias);
    String kind = recipient.getPublicKey().getAlgorithm();
    if (!kind.equals("RSA")) {
      throw new DHArchException(
          "encryptTo='" + alias + "': a key of " + kind + "; keys of RSA are allowed");
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
      throw new DHArchException("UsernameToken needs user and userPassword");
    }
    return Optional.of(new User(name.get(), password.get(), text));
  }

  private static int reference(HandlerSettings settings, String parameter, String otherwise) {
    String said = settings.text(parameter).orElse(otherwise);
    Integer type = REFERENCES.get(said);
    if (type == null) {
      throw HandlerSettings.wrong(parameter, said, "direct, issuer, ski, thumbprint");
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

  /** What is signed has to be there before. */
  private void requireBefore(PartList parts) {
    int signature = actions.indexOf(Action.SIGNATURE);
    int timestamp = actions.indexOf(Action.TIMESTAMP);
    int token = actions.indexOf(Action.USERNAME_TOKEN);
    if ((parts.timestamp() && (timestamp < 0 || timestamp > signature))
        || (parts.username() && (token < 0 || token > signature))) {
      throw new DHArchException(
          "signParts: timestamp and username need their action before Signature in actions");
    }
  }

  /** What is encrypted, too: else a token would go as it is, password and all. */
  private void requireToken(PartList parts) {
    int token = actions.indexOf(Action.USERNAME_TOKEN);
    if (parts.username() && (token < 0 || token > actions.indexOf(Action.ENCRYPT))) {
      throw new DHArchException(
          "encryptParts: username needs UsernameToken before Encrypt in actions");
    }
  }

  /** How a password goes. */
  private enum Kind {
    DIGEST,
    TEXT
  }
}
