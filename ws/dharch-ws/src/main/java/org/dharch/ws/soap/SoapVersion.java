package org.dharch.ws.soap;

import java.util.Optional;
import javax.xml.namespace.QName;

/** SOAP 1.1 and 1.2. */
public enum SoapVersion {
  /** W3C Note of 8 May 2000. */
  SOAP_1_1(
      "http://schemas.xmlsoap.org/soap/envelope/",
      "actor",
      "http://schemas.xmlsoap.org/soap/actor/next"),

  /** W3C Recommendation of 27 April 2007. */
  SOAP_1_2(
      "http://www.w3.org/2003/05/soap-envelope",
      "role",
      "http://www.w3.org/2003/05/soap-envelope/role/next");

  private static final String ULTIMATE_RECEIVER =
      "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver";

  private final String namespace;
  private final String roleAttribute;
  private final String nextRole;

  SoapVersion(String namespace, String roleAttribute, String nextRole) {
    this.namespace = namespace;
    this.roleAttribute = roleAttribute;
    this.nextRole = nextRole;
  }

  /** The namespace of Envelope, Header, Body and Fault. */
  public String namespace() {
    return namespace;
  }

  /** Returns the name of an element or attribute of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "soap");
  }

  /** The attribute that specifies the target of a header block: {@code actor} or {@code role}. */
  public QName roleAttribute() {
    return name(roleAttribute);
  }

  /** Returns true if a header block with this role, which may be empty, is for the receiver. */
  public boolean isForReceiver(String role) {
    return role.isEmpty() || role.equals(nextRole) || role.equals(ULTIMATE_RECEIVER);
  }

  /** Returns the version whose envelopes have this namespace. */
  public static Optional<SoapVersion> of(String namespace) {
    for (SoapVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }
}
