package org.dharch.ws.rm.message;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.soap.ElementReader;

/**
 * The protocol's header blocks of one message, in whatever version each is.
 *
 * @param refused acknowledgements that say nothing that can be: what their sink is told. The rest
 *     of the message is right, and may be taken.
 * @param fault what a SOAP 1.1 message says of a fault in its header
 * @param usesSequenceStr whether the sequence that is asked for is to be bound to a security token
 * @param usesSequenceSsl whether it is to be bound to the connection
 */
public record RmHeaders(
    Optional<SequenceHeader> sequence,
    List<AcknowledgementHeader> acknowledgements,
    List<AckRequestedHeader> ackRequested,
    List<RmFault> refused,
    Optional<RmFault> fault,
    boolean usesSequenceStr,
    boolean usesSequenceSsl) {
  /** The most acknowledgements, and the most requests for one, in a message. */
  public static final int MAX_REPEATED = 64;

  public RmHeaders {
    acknowledgements = List.copyOf(acknowledgements);
    ackRequested = List.copyOf(ackRequested);
    refused = List.copyOf(refused);
  }

  /**
   * Those of an envelope, in UTF-8, of which no more than the header is read. Header blocks for
   * other roles do not count.
   *
   * @throws ProcessingException if one other than an acknowledgement is not as it may be
   * @throws org.dharch.core.message.MalformedMessageException if it is no SOAP envelope up to its
   *     body
   */
  public static RmHeaders read(byte[] envelope) throws ProcessingException {
    return new RmHeaderReader(ElementReader.of(envelope)).read();
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return sequence.isEmpty()
        && acknowledgements.isEmpty()
        && ackRequested.isEmpty()
        && refused.isEmpty()
        && fault.isEmpty()
        && !usesSequenceStr
        && !usesSequenceSsl;
  }
}
