package org.dharch.ws.rm.message;

import java.util.Optional;
import org.dharch.ws.rm.RmVersion;

/** The messages of the protocol. */
public enum RmMessageKind {
  CREATE_SEQUENCE("CreateSequence", true),
  CREATE_SEQUENCE_RESPONSE("CreateSequenceResponse", true),
  CLOSE_SEQUENCE("CloseSequence", true),
  CLOSE_SEQUENCE_RESPONSE("CloseSequenceResponse", true),
  TERMINATE_SEQUENCE("TerminateSequence", true),
  TERMINATE_SEQUENCE_RESPONSE("TerminateSequenceResponse", true),
  /** An empty message whose Sequence header has LastMessage (1.0). */
  LAST_MESSAGE("LastMessage", false),
  SEQUENCE_ACKNOWLEDGEMENT("SequenceAcknowledgement", false),
  ACK_REQUESTED("AckRequested", false);

  private final String text;
  private final boolean hasBody;

  RmMessageKind(String text, boolean hasBody) {
    this.text = text;
    this.hasBody = hasBody;
  }

  /** The name of its element and the last segment of its action. */
  public String text() {
    return text;
  }

  /** Returns false if the body is empty. */
  public boolean hasBody() {
    return hasBody;
  }

  public String action(RmVersion version) {
    return version.namespace() + "/" + text;
  }

  public boolean existsIn(RmVersion version) {
    return switch (this) {
      case CLOSE_SEQUENCE, CLOSE_SEQUENCE_RESPONSE -> version.hasClose();
      case TERMINATE_SEQUENCE_RESPONSE -> version.hasTerminateResponse();
      case LAST_MESSAGE -> version.hasLastMessage();
      default -> true;
    };
  }

  static Optional<RmMessageKind> of(RmVersion version, String text) {
    for (RmMessageKind kind : values()) {
      if (kind.text.equals(text) && kind.existsIn(version)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
