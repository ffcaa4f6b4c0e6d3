package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Map;
import org.apache.wss4j.common.WSEncryptionPart;
import org.apache.wss4j.dom.WSConstants;
import org.apache.wss4j.dom.message.WSSecHeader;
import org.apache.wss4j.dom.message.WSSecSignature;
import org.apache.wss4j.dom.message.WSSecTimestamp;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.testing.DomXml;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Messages some of whose content is in an attachment, of which the envelope has the place alone.
 */
class AttachedTest {
  private static final String ORDER =
      "<o:order><o:scan><x:Include xmlns:x='http://www.w3.org/2004/08/xop/include'"
          + " href='cid:scan'/></o:scan></o:order>";

  @BeforeEach
  void clock() {
    Secured.now = Instant.parse("2026-11-25T12:00:00Z");
  }

  /** It would go out as it is, or not at all. */
  @ParameterizedTest
  @ValueSource(strings = {"Timestamp Signature", "Encrypt"})
  void rejectsOutboundAttachment(String actions) throws Exception {
    SecurityOutHandler handler = out(actions);
    DHArchException failed =
        assertThrows(
            DHArchException.class, () -> handler.handle(message(Utf8.bytes(SOAP11.of(ORDER)))));
    assertTrue(failed.getMessage().contains("attachment"), failed.getMessage());
  }

  /** What is in an attachment may be anybody's. */
  @Test
  void attachmentIsNotSigned() throws Exception {
    assertRefused("FailedCheck", in(), signed(SOAP11.of(ORDER)));
    after(in(), signed(SOAP11.of(ORDER.replace("http://www.w3.org/2004/08/xop/include", "urn:a"))));
  }

  /** By a peer that signs the place of what is attached. */
  private static byte[] signed(String envelope) throws Exception {
    OutSettings settings =
        OutSettings.read(
            new HandlerSettings(
                Map.of(
                    "actions",
                    "Signature",
                    "keyStore",
                    TestKeys.keys("client").toString(),
                    "keyStorePassword",
                    TestKeys.password())));
    OutSettings.Signing signing = settings.signing().orElseThrow();
    Document document = DomXml.parse(Utf8.bytes(envelope));
    WSSecHeader header = new WSSecHeader(document);
    header.insertSecurityHeader();
    WSSecTimestamp timestamp = new WSSecTimestamp(header);
    timestamp.setWsTimeSource(() -> Secured.now);
    timestamp.build();
    WSSecSignature signature = new WSSecSignature(header);
    signature.setUserInfo(signing.alias(), signing.keys().password());
    signature.setKeyIdentifierType(WSConstants.BST_DIRECT_REFERENCE);
    signature.setSignatureAlgorithm(signing.algorithm());
    signature.setDigestAlgo(signing.digest());
    signature.getParts().add(new WSEncryptionPart("Body", Names.SOAP11, "Content"));
    signature.getParts().add(new WSEncryptionPart("Timestamp", Names.WSU, "Content"));
    signature.build(signing.keys().keys());
    return DomXml.write(document);
  }

  @Test
  void attachmentIsNotEncrypted() throws Exception {
    byte[] message = after(out("Timestamp Encrypt"), SOAP12.of("<o:order/>"));
    SecurityInHandler handler = in("requiredParts", "none", "requiredEncrypted", "body");
    String order = ORDER.replace("<o:order", "<o:order xmlns:o='urn:example:orders'");
    assertRefused("FailedCheck", handler, CipherTexts.with(order, message));
    after(handler, CipherTexts.with(order.replace("xop", "other"), message));
  }
}
