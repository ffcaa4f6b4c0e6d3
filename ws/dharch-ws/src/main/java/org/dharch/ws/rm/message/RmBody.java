package org.dharch.ws.rm.message;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;

/** The bodies of protocol messages. Immutable. */
public sealed interface RmBody {
  /** The maximum number of extension elements in a CreateSequence. */
  int MAX_EXTENSIONS = 64;

  RmVersion version();

  RmMessageKind kind();

  /** Returns the element in the body. */
  default String write() {
    return RmBodyWriter.write(this);
  }

  /**
   * A CreateSequence element.
   *
   * @param acksTo the target of acknowledgements
   * @param expires its lifetime; empty for unlimited
   * @param offer a sequence for the other direction
   * @param extensions extension elements, such as policies or security token references
   */
  record CreateSequence(
      RmVersion version,
      EndpointReference acksTo,
      Optional<Duration> expires,
      Optional<Offer> offer,
      List<String> extensions)
      implements RmBody {
    public CreateSequence {
      extensions = List.copyOf(extensions);
    }

    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CREATE_SEQUENCE;
    }
  }

  /**
   * A sequence that its future source offers.
   *
   * @param endpoint the target of its control messages (1.1 only)
   * @param expires its lifetime; empty for unlimited
   * @param behavior the incomplete sequence behavior (1.1 only)
   */
  record Offer(
      SequenceId id,
      Optional<EndpointReference> endpoint,
      Optional<Duration> expires,
      Optional<IncompleteSequenceBehavior> behavior) {}

  /**
   * A CreateSequenceResponse element.
   *
   * @param expires its lifetime; empty for unlimited
   * @param behavior the incomplete sequence behavior (1.1 only)
   * @param accepted the target of acknowledgements for the offered sequence, if it is accepted
   */
  record CreateSequenceResponse(
      RmVersion version,
      SequenceId id,
      Optional<Duration> expires,
      Optional<IncompleteSequenceBehavior> behavior,
      Optional<EndpointReference> accepted)
      implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CREATE_SEQUENCE_RESPONSE;
    }
  }

  /**
   * 1.1 only.
   *
   * @param last the highest number; empty if unspecified
   */
  record CloseSequence(RmVersion version, SequenceId id, Optional<Long> last) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CLOSE_SEQUENCE;
    }
  }

  /** 1.1 only. */
  record CloseSequenceResponse(RmVersion version, SequenceId id) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CLOSE_SEQUENCE_RESPONSE;
    }
  }

  /**
   * A TerminateSequence element.
   *
   * @param last the highest number (1.1 only)
   */
  record TerminateSequence(RmVersion version, SequenceId id, Optional<Long> last)
      implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.TERMINATE_SEQUENCE;
    }
  }

  /** 1.1 only. */
  record TerminateSequenceResponse(RmVersion version, SequenceId id) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.TERMINATE_SEQUENCE_RESPONSE;
    }
  }
}
