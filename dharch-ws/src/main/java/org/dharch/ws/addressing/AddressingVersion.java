package org.dharch.ws.addressing;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The versions of WS-Addressing that peers speak. */
public enum AddressingVersion {
  /** The member submission of BEA, IBM, Microsoft, SAP and Sun, August 2004. */
  WSA_2004_08(
      "http://schemas.xmlsoap.org/ws/2004/08/addressing", "/role/anonymous", "/id/unspecified"),

  /** WS-Addressing 1.0 of W3C, May 2006. */
  WSA_2005_08("http://www.w3.org/2005/08/addressing", "/anonymous", "/unspecified");

  /** Where nothing is to be sent. 2004/08 has no such address: peers write this one there too. */
  public static final String NONE = "http://www.w3.org/2005/08/addressing/none";

  /**
   * What the addresses begin with of who has none of its own and fetches its messages, each by its
   * own id (WS-MakeConnection 1.1, section 3.1). Over HTTP they go into responses, as to the
   * anonymous one.
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

  /** Of all its elements. */
  public String namespace() {
    return namespace;
  }

  /** The version that has this namespace. */
  public static Optional<AddressingVersion> of(String namespace) {
    for (AddressingVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** An element or attribute of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wsa");
  }

  /** The address of who has none: over HTTP, the response to his request. */
  public String anonymous() {
    return anonymous;
  }

  /** Stands for the id of a message that has none. */
  public String unspecified() {
    return unspecified;
  }

  /** What RelatesTo means if it does not say it. */
  public String reply() {
    return this == WSA_2005_08 ? namespace + "/reply" : "Reply";
  }

  /** The action of the faults of WS-Addressing itself. */
  public String faultAction() {
    return namespace + "/fault";
  }

  /** The action of faults that have none of their own. */
  public String soapFaultAction() {
    return this == WSA_2005_08 ? namespace + "/soap/fault" : faultAction();
  }

  /** Whether an address is the anonymous one of any version, or of one who fetches its messages. */
  public static boolean isAnonymous(String address) {
    return address.equals(WSA_2004_08.anonymous)
        || address.equals(WSA_2005_08.anonymous)
        || isFetching(address);
  }

  /**
   * Whether an address is of one who has no other, and fetches its messages (WS-MakeConnection).
   */
  public static boolean isFetching(String address) {
    return address.startsWith(CONNECTION) && address.length() > CONNECTION.length();
  }
}
