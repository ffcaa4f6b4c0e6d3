package org.dharch.peers.operations;

/**
 * One operation of table 1 of Pallickara et al. Created objects are written completely, as text or
 * as UTF-8 bytes, except trees and unless stated otherwise.
 */
public enum Row {
  /** Creates an empty envelope as the library's own tree: XMLBeans, Axiom. */
  EMPTY_TREE,
  /** Creates an empty SAAJ message. */
  SOAP_MESSAGE,
  /** Converts {@link Samples#MESSAGE} from the library's own tree to a SAAJ message. */
  TREE_TO_SOAP_MESSAGE,
  /** Converts the SAAJ message to the tree. */
  SOAP_MESSAGE_TO_TREE,
  /** Creates an endpoint reference with an address only. */
  ENDPOINT,
  /** Creates an endpoint reference with {@link Samples#PROPERTY}. */
  ENDPOINT_WITH_PROPERTY,
  /** Creates the envelope of WS-Eventing's request for a subscription. */
  SUBSCRIBE,
  /** Creates an envelope with To, Action, MessageID and {@link Samples#PROPERTY}. */
  ENVELOPE,
  /** Creates an envelope that also has From, ReplyTo, FaultTo and RelatesTo. */
  ENVELOPE_WITH_MOST,
  /** Reads the addressing properties of {@link Samples#MESSAGE} from the library's own tree. */
  READ_TREE,
  /** Reads the addressing properties from bytes. */
  READ_BYTES,
  /** Creates the envelope of a fault that rejects a sequence. */
  FAULT,
  /** Creates the envelope of a CreateSequence with an offer. */
  CREATE_SEQUENCE,
  /** Creates the envelope of its response. */
  CREATE_SEQUENCE_RESPONSE,
  /** Creates a Sequence header block. */
  SEQUENCE,
  /** Adds it to an envelope in the library's own tree, and removes it again. */
  ADD_TO_TREE,
  /** Adds it to an envelope in bytes. */
  ADD_TO_BYTES,
  /** Creates a SequenceAcknowledgement of {@link Samples#numbers}. */
  ACKNOWLEDGEMENT,
  /** Creates the element TerminateSequence. */
  TERMINATE_SEQUENCE,
  /** Creates the envelope of TerminateSequence. */
  TERMINATE_SEQUENCE_ENVELOPE
}
