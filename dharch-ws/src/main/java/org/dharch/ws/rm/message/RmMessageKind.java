package org.dharch.ws.rm.message;

import java.util.Optional;
import org.dharch.ws.rm.RmVersion;

/** The messages of the protocol itself. */
public enum RmMessageKind {
  CREATE_SEQUENCE("CreateSequence", true),
  CREATE_SEQUENCE_RESPONSE("CreateSequenceResponse", true),
  CLOSE_SEQUENCE("CloseSequence", true),
  CLOSE_SEQUENCE_RESPONSE("CloseSequenceResponse", true),
  TERMINATE_SEQUENCE("TerminateSequence", true),
  TERMINATE_SEQUENCE_RESPONSE("TerminateSequenceResponse", true),
  /** An empty message whose Sequence header says that it is the last: 1.0. */
  LAST_MESSAGE("LastMessage", false),
  SEQUENCE_ACKNOWLEDGEMENT("SequenceAcknowledgement", false),
  ACK_REQUESTED("AckRequested", false);

  private final String text;
  private final boolean hasBody;

  RmMessageKind(String text, boolean hasBody) {
    this.text = text;
    this.hasBody = hasBody;
  }

  /** The name of its element, or of its action's last step. */
  public String text() {
    return text;
  }

  /** Whether an element of its name is in the body; else the body is empty. */
  public boolean hasBody() {
    return hasBody;
  }

  /** Its wsa:Action. */
  public String action(RmVersion version) {
    return version.namespace() + "/" + text;
  }

  /** Whether the version has it. */
  public boolean existsIn(RmVersion version) {
    return switch (this) {
      case CLOSE_SEQUENCE, CLOSE_SEQUENCE_RESPONSE -> version.hasClose();
      case TERMINATE_SEQUENCE_RESPONSE -> version.hasTerminateResponse();
      case LAST_MESSAGE -> version.hasLastMessage();
      default -> true;
    };
  }

  /** The message whose element has this name in that version. */
  static Optional<RmMessageKind> of(RmVersion version, String text) {
    for (RmMessageKind kind : values()) {
      if (kind.text.equals(text) && kind.existsIn(version)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
