package org.dharch.ws.addressing;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The supported versions of WS-Addressing. */
public enum AddressingVersion {
  /** The member submission of BEA, IBM, Microsoft, SAP and Sun, August 2004. */
  WSA_2004_08(
      "http://schemas.xmlsoap.org/ws/2004/08/addressing", "/role/anonymous", "/id/unspecified"),

  /** WS-Addressing 1.0 of W3C, May 2006. */
  WSA_2005_08("http://www.w3.org/2005/08/addressing", "/anonymous", "/unspecified");

  /**
   * The address that discards messages. Peers use it with 2004/08 too, which does not define one.
   */
  public static final String NONE = "http://www.w3.org/2005/08/addressing/none";

  /**
   * Prefix of the address of an endpoint that polls for its messages (WS-MakeConnection 1.1,
   * section 3.1). Messages to it are sent in responses, as for the anonymous address.
   */
  private static final String CONNECTION =
      "http://docs.oasis-open.org/ws-rx/wsmc/200702/anonymous?id=";

  private final String namespace;
  private final String anonymous;
  private final String unspecified;

  AddressingVersion(String namespace, String anonymous, String unspecified) {
    this.namespace = namespace;
    this.anonymous = namespace + anonymous;
    this.unspecified = namespace + unspecified;
  }

  /** Returns the namespace of all elements. */
  public String namespace() {
    return namespace;
  }

  /** Returns the version with this namespace. */
  public static Optional<AddressingVersion> of(String namespace) {
    for (AddressingVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** Returns the name of an element or attribute of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wsa");
  }

  /** The address of an endpoint without an address: over HTTP, the response to its request. */
  public String anonymous() {
    return anonymous;
  }

  /** The placeholder for the id of a message without an id. */
  public String unspecified() {
    return unspecified;
  }

  /** The default relationship of RelatesTo. */
  public String reply() {
    return this == WSA_2005_08 ? namespace + "/reply" : "Reply";
  }

  /** The action of the faults of WS-Addressing itself. */
  public String faultAction() {
    return namespace + "/fault";
  }

  /** The action of faults without an action of their own. */
  public String soapFaultAction() {
    return this == WSA_2005_08 ? namespace + "/soap/fault" : faultAction();
  }

  /**
   * Returns true for the anonymous address of any version and for the address of a polling
   * endpoint.
   */
  public static boolean isAnonymous(String address) {
    return address.equals(WSA_2004_08.anonymous)
        || address.equals(WSA_2005_08.anonymous)
        || isFetching(address);
  }

  /**
   * Returns true for the address of an endpoint that polls for its messages (WS-MakeConnection).
   */
  public static boolean isFetching(String address) {
    return address.startsWith(CONNECTION) && address.length() > CONNECTION.length();
  }
}
