package org.dharch.ws.security;

import javax.xml.namespace.QName;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

final class Names {
  static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";
  static final String WSSE =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  static final String WSU =
      "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
  static final String WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd";
  static final String DS = "http://www.w3.org/2000/09/xmldsig#";
  static final String XENC = "http://www.w3.org/2001/04/xmlenc#";
  static final String XMLNS = "http://www.w3.org/2000/xmlns/";

  static final QName SECURITY = new QName(WSSE, "Security");
  static final QName TIMESTAMP = new QName(WSU, "Timestamp");
  static final String SOAP11_NEXT = "http://schemas.xmlsoap.org/soap/actor/next";
  static final QName USERNAME_TOKEN = new QName(WSSE, "UsernameToken");
  static final QName BINARY_TOKEN = new QName(WSSE, "BinarySecurityToken");
  static final QName SIGNATURE = new QName(DS, "Signature");
  static final QName ENCRYPTED_KEY = new QName(XENC, "EncryptedKey");
  static final QName ENCRYPTED_DATA = new QName(XENC, "EncryptedData");
  static final QName REFERENCE_LIST = new QName(XENC, "ReferenceList");

  private Names() {}

  static QName of(Node element) {
    String namespace = element.getNamespaceURI();
    return new QName(namespace == null ? "" : namespace, element.getLocalName());
  }

  static boolean is(Node node, QName name) {
    return node instanceof Element && name.equals(of(node));
  }
}
