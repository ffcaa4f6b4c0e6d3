package org.dharch.ws.security;

import java.time.InstantSource;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.xml.namespace.QName;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.ext.WSSecurityException;
import org.apache.wss4j.common.util.KeyUtils;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecEncrypt;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.apache.wss4j.dom.message.WSSecUsernameToken;
import org.dharch.api.Changes;
import org.dharch.core.message.DHArchException;
import org.w3c.dom.Element;

/** Applies the actions to the tree of one message. Not thread-safe. */
final class Securing {
  private final OutSettings settings;
  private final Optional<Crypto> keys;
  private final Optional<Crypto> recipients;
  private final InstantSource clock;
  private final DomEnvelope envelope;
  private final WSSecHeader header;
  private final Set<Element> touched = Collections.newSetFromMap(new IdentityHashMap<>());
  private Optional<Element> timestamp = Optional.empty();
  private Optional<Element> username = Optional.empty();
  private boolean content;

  Securing(
      OutSettings settings,
      Optional<Crypto> keys,
      Optional<Crypto> recipients,
      InstantSource clock,
      DomEnvelope envelope) {
    this.settings = settings;
    this.keys = keys;
    this.recipients = recipients;
    this.clock = clock;
    this.envelope = envelope;
    header = new WSSecHeader(settings.actor(), settings.mustUnderstand(), envelope.document());
  }

  Changes run() throws WSSecurityException {
    touched.add(header.insertSecurityHeader());
    for (OutSettings.Action action : settings.actions()) {
      switch (action) {
        case TIMESTAMP -> timestamp();
        case USERNAME_TOKEN -> username(settings.user().orElseThrow());
        case SIGNATURE -> sign(settings.signing().orElseThrow());
        case ENCRYPT -> encrypt(settings.encryption().orElseThrow());
      }
    }
    return envelope.changes(touched, content).build();
  }

  private void timestamp() {
    WSSecTimestamp builder = new WSSecTimestamp(header);
    builder.setTimeToLive((int) Math.min(Integer.MAX_VALUE, settings.timeToLive().toSeconds()));
    builder.setWsTimeSource(clock::instant);
    builder.build();
    timestamp = Optional.of(builder.getElement());
  }

  private void username(OutSettings.User user) {
    WSSecUsernameToken builder = new WSSecUsernameToken(header);
    builder.setWsTimeSource(clock::instant);
    builder.setPasswordType(user.text() ? WSConstants.PASSWORD_TEXT : WSConstants.PASSWORD_DIGEST);
    builder.setUserInfo(user.name(), user.password());
    if (user.text()) { // a digest includes both already
      builder.addNonce();
      builder.addCreated();
    }
    builder.build();
    username = Optional.of(builder.getUsernameTokenElement());
  }

  private void sign(OutSettings.Signing signing) throws WSSecurityException {
    WSSecSignature builder = new WSSecSignature(header);
    builder.setUserInfo(signing.alias(), signing.keys().password());
    builder.setKeyIdentifierType(signing.reference());
    builder.setSignatureAlgorithm(signing.algorithm());
    builder.setDigestAlgo(signing.digest());
    if (signing.parts().body()) {
      assignId(envelope.body());
      builder.getParts().add(part(envelope.body(), "Content"));
    }
    for (Element block : blocks(signing.parts())) {
      if (assignId(block)) {
        touched.add(block);
      }
      builder.getParts().add(part(block, "Content"));
    }
    if (signing.parts().timestamp()) {
      builder.getParts().add(part(timestamp.orElseThrow(), "Content"));
    }
    if (signing.parts().username()) {
      builder.getParts().add(part(username.orElseThrow(), "Content"));
    }
    builder.build(keys.orElseThrow());
  }

  private void encrypt(OutSettings.Encryption encryption) throws WSSecurityException {
    WSSecEncrypt builder = new WSSecEncrypt(header);
    builder.setUseThisCert(encryption.recipient());
    builder.setKeyIdentifierType(encryption.reference());
    builder.setSymmetricEncAlgorithm(encryption.content());
    builder.setKeyEncAlgo(encryption.key());
    builder.setEncryptionSerializer(DecryptedXml.create());
    if (encryption.parts().body()) {
      builder.getParts().add(part(envelope.body(), "Content"));
      content = true;
    }
    for (Element block : blocks(encryption.parts())) {
      builder.getParts().add(part(block, "Header"));
    }
    if (encryption.parts().username()) {
      username.ifPresent(token -> builder.getParts().add(part(token, "Element")));
    }
    if (builder.getParts().isEmpty()) {
      return; // none of the blocks exists
    }
    SecretKey key = KeyUtils.getKeyGenerator(encryption.content()).generateKey();
    builder.build(recipients.orElseThrow(), key);
  }

  /**
   * Assigns a {@code wsu:Id} with an unused prefix, which does not change the meaning of the
   * element's content.
   *
   * @return false if the element had one
   */
  private static boolean assignId(Element element) {
    if (!element.getAttributeNS(Names.WSU, "Id").isEmpty()) {
      return false;
    }
    String prefix = element.lookupPrefix(Names.WSU);
    if (prefix == null || prefix.isEmpty()) {
      prefix = "wsu";
      for (int i = 1; element.lookupNamespaceURI(prefix) != null; i++) {
        prefix = "wsu" + i;
      }
      element.setAttributeNS(Names.XMLNS, "xmlns:" + prefix, Names.WSU);
    }
    element.setAttributeNS(Names.WSU, prefix + ":Id", "id-" + UUID.randomUUID());
    return true;
  }

  private List<Element> blocks(PartList parts) {
    return envelope.headerBlocks().stream()
        .filter(block -> parts.headers().contains(Names.of(block)))
        .toList();
  }

  private static WSEncryptionPart part(Element element, String modifier) {
    QName name = Names.of(element);
    if (DomEnvelope.hasAttachment(element)) {
      throw new DHArchException(
          name + " has content in an attachment (MTOM), which cannot be signed or encrypted");
    }
    WSEncryptionPart part =
        new WSEncryptionPart(name.getLocalPart(), name.getNamespaceURI(), modifier);
    part.setElement(element);
    return part;
  }
}
