package org.dharch.peers.operations;

/**
 * One operation, as table 1 of Pallickara et al. has it. What is created is written to its end, as
 * text or as UTF-8 bytes, except for trees and where it says otherwise.
 */
public enum Row {
  /** An empty envelope as the library's own tree: XMLBeans, Axiom. */
  EMPTY_TREE,
  /** An empty SAAJ message. */
  SOAP_MESSAGE,
  /** {@link Samples#MESSAGE} in the library's own tree becomes a SAAJ message. */
  TREE_TO_SOAP_MESSAGE,
  /** The other way. */
  SOAP_MESSAGE_TO_TREE,
  /** An endpoint reference with an address only. */
  ENDPOINT,
  /** One with {@link Samples#PROPERTY}. */
  ENDPOINT_WITH_PROPERTY,
  /** WS-Eventing's request for a subscription, the envelope. */
  SUBSCRIBE,
  /** An envelope with To, Action, MessageID and {@link Samples#PROPERTY}. */
  ENVELOPE,
  /** One that has From, ReplyTo, FaultTo and RelatesTo besides. */
  ENVELOPE_WITH_MOST,
  /** The addressing properties of {@link Samples#MESSAGE}, of the library's own tree. */
  READ_TREE,
  /** The same, of the bytes. */
  READ_BYTES,
  /** The envelope of a fault that refuses a sequence. */
  FAULT,
  /** A CreateSequence with an offer, the envelope. */
  CREATE_SEQUENCE,
  /** Its response, the envelope. */
  CREATE_SEQUENCE_RESPONSE,
  /** A Sequence header block. */
  SEQUENCE,
  /** It is added to an envelope that is the library's own tree, and taken out again. */
  ADD_TO_TREE,
  /** It is added to an envelope that is bytes. */
  ADD_TO_BYTES,
  /** A SequenceAcknowledgement of {@link Samples#numbers}. */
  ACKNOWLEDGEMENT,
  /** A TerminateSequence, the element. */
  TERMINATE_SEQUENCE,
  /** The same, the envelope. */
  TERMINATE_SEQUENCE_ENVELOPE
}
