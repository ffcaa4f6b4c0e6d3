package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.Acknowledgement;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.Refusal;
import org.dharch.ws.rm.SequenceId;

/** What goes over the simulated network: the protocol's messages, without their XML. */
sealed interface Wire {

  /** CreateSequence; {@code key} is its wsa:MessageID. */
  record Create(String key, int conversation, Optional<SequenceId> offer) implements Wire {}

  record CreateResponse(String key, SequenceId id, boolean accepts, long expiresMillis)
      implements Wire {}

  record CreateRefused(String key, String reason) implements Wire {}

  /** A message of a sequence; {@code payload} names what the application sent. */
  record App(
      SequenceId id, long number, String payload, boolean isLast, boolean isEmpty, boolean isTwoWay)
      implements Wire {}

  /** A response that is no message of a sequence. */
  record Plain(String payload) implements Wire {}

  record Ack(Acknowledgement acknowledgement, Ranges nack) implements Wire {}

  record AckRequested(SequenceId id) implements Wire {}

  record Close(SequenceId id, long last) implements Wire {}

  record CloseResponse(Acknowledgement acknowledgement) implements Wire {}

  record Terminate(SequenceId id, long last) implements Wire {}

  /** MakeConnection: asks for what waits for that address. */
  record Fetch(String address) implements Wire {}

  /** Its response in 1.1, the transport's word that it was taken in 1.0. */
  record TerminateResponse(SequenceId id) implements Wire {}

  record Fault(SequenceId id, Refusal refusal, Optional<Acknowledgement> acknowledgement)
      implements Wire {}

  /** What the responses of a request begin with; what follows differs. */
  static String response(String request) {
    return "re:" + request + "#";
  }

  /** The request of which this is a response. */
  static String request(String response) {
    return response.substring("re:".length(), response.lastIndexOf('#'));
  }
}
