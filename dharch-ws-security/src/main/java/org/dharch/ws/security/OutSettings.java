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
            settings.duration("timeToLive", Duration.ofMinutes(5)),
            settings.text("actor").orElse(""),
            settings.text("mustUnderstand").isEmpty() || settings.flag("mustUnderstand"));
    settings.requireNoMore();
    all.signing.ifPresent(it -> all.requireBefore(it.parts()));
    return all;
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
    KeyStores store = keys.orElseThrow(() -> new DHArchException("Signature needs keyStore"));
    String alias = store.alias(settings, "keyAlias", true);
    if (list.isEmpty()) {
      throw new DHArchException("signParts: nothing is to be signed");
    }
    boolean rsa = certificate(store, alias).getPublicKey().getAlgorithm().equals("RSA");
    String algorithm =
        Algorithms.one(
            settings,
            "signatureAlgorithm",
            Algorithms.Use.SIGNATURE,
            rsa ? "RSA-SHA256" : "ECDSA-SHA256");
    return Optional.of(new Signing(store, alias, list, algorithm, digest, reference));
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
        certificates.orElseThrow(() -> new DHArchException("Encrypt needs trustStore"));
    X509Certificate recipient = certificate(store, store.alias(settings, "encryptTo", false));
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

  /** How a password goes. */
  private enum Kind {
    DIGEST,
    TEXT
  }
}
