package org.dharch.testing;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.List;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.XMLSignature;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Signs and verifies one element. The document must have the element's id attribute: {@link
 * Element#setIdAttributeNS}. Stateless.
 */
public final class XmlSignatures {
  private static final XMLSignatureFactory FACTORY = XMLSignatureFactory.getInstance("DOM");

  private XmlSignatures() {}

  /**
   * Appends a signature to {@code parent}.
   *
   * @param method the URI of the algorithm for {@code key}
   * @param id the id of the signed element
   * @param c14n the canonicalization of the element for its digest
   */
  public static void sign(Key key, String method, String id, String c14n, Element parent)
      throws GeneralSecurityException, MarshalException, XMLSignatureException {
    Reference reference =
        FACTORY.newReference(
            "#" + id,
            FACTORY.newDigestMethod(DigestMethod.SHA256, null),
            List.of(FACTORY.newTransform(c14n, (TransformParameterSpec) null)),
            null,
            null);
    SignedInfo info =
        FACTORY.newSignedInfo(
            FACTORY.newCanonicalizationMethod(
                CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
            FACTORY.newSignatureMethod(method, null),
            List.of(reference));
    FACTORY.newXMLSignature(info, null).sign(new DOMSignContext(key, parent));
  }

  /** Returns whether the only signature in {@code document} is valid. */
  public static boolean verifies(Document document, Key key)
      throws MarshalException, XMLSignatureException {
    DOMValidateContext context =
        new DOMValidateContext(
            key, document.getElementsByTagNameNS(XMLSignature.XMLNS, "Signature").item(0));
    return FACTORY.unmarshalXMLSignature(context).validate(context);
  }
}
