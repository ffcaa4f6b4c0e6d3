package org.dharch.ws.rm.message;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;

/** What the protocol's own messages have in their bodies. All are immutable. */
public sealed interface RmBody {
  /** The most elements of others in a CreateSequence. */
  int MAX_EXTENSIONS = 64;

  RmVersion version();

  RmMessageKind kind();

  /** As the element in a body. */
  default String write() {
    return RmBodyWriter.write(this);
  }

  /**
   * A source asks for a sequence.
   *
   * @param acksTo where acknowledgements go
   * @param expires how long it is to last; empty for ever
   * @param offer a sequence for the other direction
   * @param extensions what others have put there, as policies, or security token references
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
   * @param endpoint where its acknowledgement requests and such go, which only 1.1 can say
   * @param expires how long it is to last; empty for ever
   * @param behavior what is to become of it with gaps, which only 1.1 can say
   */
  record Offer(
      SequenceId id,
      Optional<EndpointReference> endpoint,
      Optional<Duration> expires,
      Optional<IncompleteSequenceBehavior> behavior) {}

  /**
   * The sink has created it.
   *
   * @param expires how long it lasts; empty for ever
   * @param behavior what becomes of it with gaps, which only 1.1 can say
   * @param accepted where acknowledgements for the offered sequence go, if it is accepted
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
   * No further message will come (1.1).
   *
   * @param last the highest number that there is; empty if that is not said
   */
  record CloseSequence(RmVersion version, SequenceId id, Optional<Long> last) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CLOSE_SEQUENCE;
    }
  }

  /** It is closed (1.1). */
  record CloseSequenceResponse(RmVersion version, SequenceId id) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.CLOSE_SEQUENCE_RESPONSE;
    }
  }

  /**
   * It is not needed any more.
   *
   * @param last the highest number that there was, which only 1.1 can say
   */
  record TerminateSequence(RmVersion version, SequenceId id, Optional<Long> last)
      implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.TERMINATE_SEQUENCE;
    }
  }

  /** It is terminated (1.1). */
  record TerminateSequenceResponse(RmVersion version, SequenceId id) implements RmBody {
    @Override
    public RmMessageKind kind() {
      return RmMessageKind.TERMINATE_SEQUENCE_RESPONSE;
    }
  }
}
