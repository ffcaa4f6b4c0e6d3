package org.dharch.ws.rm;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The versions of WS-ReliableMessaging, and what exists in each. */
public enum RmVersion {
  /** WS-ReliableMessaging 1.0 of BEA, IBM, Microsoft and TIBCO, February 2005. */
  RM_1_0("http://schemas.xmlsoap.org/ws/2005/02/rm"),

  /** WS-ReliableMessaging 1.1 (2007) and 1.2 (2009) of OASIS, which have one namespace. */
  RM_1_1("http://docs.oasis-open.org/ws-rx/wsrm/200702");

  /** The greatest message number in both, after which comes MessageNumberRollover. */
  public static final long MAX_MESSAGE_NUMBER = Long.MAX_VALUE;

  private final String namespace;

  RmVersion(String namespace) {
    this.namespace = namespace;
  }

  /** Of all its elements, and the beginning of its actions. */
  public String namespace() {
    return namespace;
  }

  /** The version that has this namespace. */
  public static Optional<RmVersion> of(String namespace) {
    for (RmVersion version : values()) {
      if (version.namespace.equals(namespace)) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** An element of this version. */
  public QName name(String local) {
    return new QName(namespace, local, "wsrm");
  }

  /** Whether the last message of a sequence says so itself: LastMessage, in 1.0. */
  public boolean hasLastMessage() {
    return this == RM_1_0;
  }

  /**
   * CloseSequence and its response, Final in acknowledgements, the fault SequenceClosed: in 1.1.
   */
  public boolean hasClose() {
    return this == RM_1_1;
  }

  /** Whether TerminateSequence has an answer of its own: in 1.1. */
  public boolean hasTerminateResponse() {
    return this == RM_1_1;
  }

  /** LastMsgNumber in CloseSequence and TerminateSequence: in 1.1. */
  public boolean hasLastMsgNumber() {
    return this == RM_1_1;
  }

  /** None in acknowledgements, for a sequence of which nothing has come: in 1.1. */
  public boolean hasNone() {
    return this == RM_1_1;
  }

  /** IncompleteSequenceBehavior in a created sequence: in 1.1. */
  public boolean hasIncompleteSequenceBehavior() {
    return this == RM_1_1;
  }

  /** Endpoint in an offered sequence, for its acknowledgements' destination: in 1.1. */
  public boolean hasOfferEndpoint() {
    return this == RM_1_1;
  }

  /** WSRMRequired, UsesSequenceSTR and UsesSequenceSSL: in 1.1. */
  public boolean hasRequiredHeaders() {
    return this == RM_1_1;
  }

  /**
   * Whether AckRequested may name the highest number so far: MaxMessageNumberUsed, in 1.0 (what is
   * answered is the whole range all the same).
   */
  public boolean hasAckRequestedNumber() {
    return this == RM_1_0;
  }

  /** The fault for a number beyond what LastMessage named: in 1.0. */
  public boolean hasLastMessageNumberExceeded() {
    return this == RM_1_0;
  }
}
