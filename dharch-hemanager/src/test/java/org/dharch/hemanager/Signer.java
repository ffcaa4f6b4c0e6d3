package org.dharch.hemanager;

import static org.dharch.testing.EnvelopeText.NS11;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.dharch.testing.DomXml;
import org.dharch.testing.XmlSignatures;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Signs the body as WS-Security does: gives it an id, and adds a header block with a signature. */
public final class Signer extends AbstractHandler {
  private static final String WSU =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  private static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  private static final Key KEY =
      new SecretKeySpec("a key of the tests".getBytes(StandardCharsets.UTF_8), "HmacSHA256");

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      context.getEnvelope().serialize(out, new OMOutputFormat(), true);
      byte[] signed = signed(out.toByteArray());
      SOAPModelBuilder builder =
          OMXMLBuilderFactory.createSOAPModelBuilder(new ByteArrayInputStream(signed), "UTF-8");
      SOAPEnvelope envelope = builder.getSOAPEnvelope();
      envelope.build();
      context.setEnvelope(envelope);
      return InvocationResponse.CONTINUE;
    } catch (Exception e) {
      throw AxisFault.makeFault(e);
    }
  }

  private static byte[] signed(byte[] envelope) throws Exception {
    Document document = DomXml.parse(envelope);
    Element body = (Element) document.getElementsByTagNameNS(NS11, "Body").item(0);
    body.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:wsu", WSU);
    body.setAttributeNS(WSU, "wsu:Id", "body-1");
    body.setIdAttributeNS(WSU, "Id", true);
    Element security = document.createElementNS(WSSE, "wsse:Security");
    security.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:wsse", WSSE);
    document.getElementsByTagNameNS(NS11, "Header").item(0).appendChild(security);
    XmlSignatures.sign(
        KEY,
        "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
        "body-1",
        CanonicalizationMethod.EXCLUSIVE,
        security);
    return DomXml.write(document);
  }

  /** Whether the signature in {@code envelope} is that of its body. */
  static boolean verifies(byte[] envelope) throws Exception {
    Document document = DomXml.parse(envelope);
    Element body = (Element) document.getElementsByTagNameNS(NS11, "Body").item(0);
    body.setIdAttributeNS(WSU, "Id", true);
    return XmlSignatures.verifies(document, KEY);
  }
}
