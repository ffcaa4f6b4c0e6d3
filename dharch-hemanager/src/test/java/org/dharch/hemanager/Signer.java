package org.dharch.hemanager;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.axiom.om.OMOutputFormat;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Signs the body as WS-Security does: gives it an id, and adds a header block with a signature. */
public final class Signer extends AbstractHandler {
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
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
    Document document = parse(envelope);
    Element body = (Element) document.getElementsByTagNameNS(SOAP, "Body").item(0);
    body.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:wsu", WSU);
    body.setAttributeNS(WSU, "wsu:Id", "body-1");
    body.setIdAttributeNS(WSU, "Id", true);
    Element security = document.createElementNS(WSSE, "wsse:Security");
    security.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns:wsse", WSSE);
    document.getElementsByTagNameNS(SOAP, "Header").item(0).appendChild(security);
    XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
    Reference reference =
        factory.newReference(
            "#body-1",
            factory.newDigestMethod(DigestMethod.SHA256, null),
            List.of(
                factory.newTransform(
                    CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) null)),
            null,
            null);
    SignedInfo info =
        factory.newSignedInfo(
            factory.newCanonicalizationMethod(
                CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
            factory.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", null),
            List.of(reference));
    factory.newXMLSignature(info, null).sign(new DOMSignContext(KEY, security));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(out));
    return out.toByteArray();
  }

  /** Whether the signature in {@code envelope} is that of its body. */
  static boolean verifies(byte[] envelope) throws Exception {
    Document document = parse(envelope);
    Element body = (Element) document.getElementsByTagNameNS(SOAP, "Body").item(0);
    body.setIdAttributeNS(WSU, "Id", true);
    DOMValidateContext context =
        new DOMValidateContext(
            KEY, document.getElementsByTagNameNS(XMLSignature.XMLNS, "Signature").item(0));
    return XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context).validate(context);
  }

  private static Document parse(byte[] envelope) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(envelope));
  }
}
