package org.dharch.ws.rm;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The versions of WS-ReliableMessaging and their features. */
public enum RmVersion {
  /** WS-ReliableMessaging 1.0 of BEA, IBM, Microsoft and TIBCO, February 2005. */
  RM_1_0("http://schemas.xmlsoap.org/ws/2005/02/rm"),

  /** WS-ReliableMessaging 1.1 (2007) and 1.2 (2009) of OASIS, which share one namespace. */
  RM_1_1("http://docs.oasis-open.org/ws-rx/wsrm/200702");

  /** The highest message number in both; a higher one causes MessageNumberRollover. */
  public static final long MAX_MESSAGE_NUMBER = Long.MAX_VALUE;

  private final String namespace;

  RmVersion(String namespace) {
    this.namespace = namespace;
  }

  /** The namespace of all elements and the prefix of all actions. */
  public String namespace() {
    return namespace;
  }

  /** Returns the version with this namespace. */
  public static Optional<RmVersion> of(String namespace) {
    for (RmVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** Returns the name of an element of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wsrm");
  }

  /** Whether the last message of a sequence is marked with LastMessage: 1.0. */
  public boolean hasLastMessage() {
    return this == RM_1_0;
  }

  /** Whether there are CloseSequence, Final and SequenceClosed: 1.1. */
  public boolean hasClose() {
    return this == RM_1_1;
  }

  /** Whether TerminateSequence has a response: 1.1. */
  public boolean hasTerminateResponse() {
    return this == RM_1_1;
  }

  /** Whether CloseSequence and TerminateSequence have LastMsgNumber: 1.1. */
  public boolean hasLastMsgNumber() {
    return this == RM_1_1;
  }

  /** Whether acknowledgements of an empty set have None: 1.1. */
  public boolean hasNone() {
    return this == RM_1_1;
  }

  /** Whether created sequences have IncompleteSequenceBehavior: 1.1. */
  public boolean hasIncompleteSequenceBehavior() {
    return this == RM_1_1;
  }

  /** Whether an offer has an Endpoint for control messages: 1.1. */
  public boolean hasOfferEndpoint() {
    return this == RM_1_1;
  }

  /**
   * Whether AckRequested may have MaxMessageNumberUsed: 1.0. The response covers the whole range
   * anyway.
   */
  public boolean hasAckRequestedNumber() {
    return this == RM_1_0;
  }
}
