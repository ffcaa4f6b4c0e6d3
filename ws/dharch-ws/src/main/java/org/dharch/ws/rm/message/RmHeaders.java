package org.dharch.ws.rm.message;

import java.util.List;
import java.util.Optional;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.soap.ElementReader;

/**
 * The header blocks of the protocol in one message, in any version.
 *
 * @param refused faults for invalid acknowledgements; the rest of the message is valid
 * @param fault the SequenceFault header of a SOAP 1.1 message
 * @param usesSequenceStr whether the requested sequence must be bound to a security token
 * @param usesSequenceSsl whether it must be bound to the connection
 */
public record RmHeaders(
    Optional<SequenceHeader> sequence,
    List<AcknowledgementHeader> acknowledgements,
    List<AckRequestedHeader> ackRequested,
    List<RmFault> refused,
    Optional<RmFault> fault,
    boolean usesSequenceStr,
    boolean usesSequenceSsl) {
  /** The maximum number of acknowledgements, and of requests for one, in a message. */
  public static final int MAX_REPEATED = 64;

  public RmHeaders {
    acknowledgements = List.copyOf(acknowledgements);
    ackRequested = List.copyOf(ackRequested);
    refused = List.copyOf(refused);
  }

  /**
   * Reads a UTF-8 envelope; parses only its header. Header blocks for other roles are ignored.
   *
   * @throws ProcessingException if a block other than an acknowledgement is invalid
   * @throws org.dharch.core.message.MalformedMessageException if the document is not a SOAP
   *     envelope up to its body
   */
  public static RmHeaders read(byte[] envelope) throws ProcessingException {
    return new RmHeaderReader(ElementReader.of(envelope)).read();
  }

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
