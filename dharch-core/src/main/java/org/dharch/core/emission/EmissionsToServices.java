package org.dharch.core.emission;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dharch.api.MessageId;
import org.dharch.api.Target;
import org.dharch.core.admission.AdmissionControl;
import org.dharch.core.message.Admission;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.Timeline;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.ReplayGateway;
import org.dharch.core.text.Reason;

/**
 * Delivers emissions to services: each is admitted as a message of flow {@code in} through a
 * context without a client. It counts as delivered when its gateway reports that its service has
 * it. Used on the loop of {@link Emissions}, except for reports of gateways.
 */
final class EmissionsToServices {
  private static final String NOT_DELIVERED = Fault.Code.NOT_DELIVERED.name();

  private final Emissions emissions;
  private final AdmissionControl admissionControl;

  /** The emissions that were passed to their services, by the message's id. */
  private final Map<MessageId, EmissionInHand> handedOver = new ConcurrentHashMap<>();

  private volatile Optional<Way<?>> way = Optional.empty();

  EmissionsToServices(Emissions emissions, AdmissionControl admissionControl) {
    this.emissions = emissions;
    this.admissionControl = admissionControl;
  }

  <C> void through(ReplayGateway<C> replayGateway) {
    way = Optional.of(new Way<>(replayGateway));
  }

  /** Returns whether a container can deliver emissions to services. */
  boolean isPossible() {
    return way.isPresent();
  }

  void begin(EmissionInHand emission) {
    if (way.isPresent()) {
      way.get().begin(emission);
    } else {
      emissions.fail(emission, Fault.Code.NOT_SERVED.name(), "this manager has no services");
    }
  }

  boolean delivered(MessageId message) {
    EmissionInHand emission = handedOver.remove(message);
    if (emission != null) {
      emissions.over(message);
      emissions.onEventLoop(() -> emissions.delivered(emission));
    }
    return emission != null;
  }

  void undelivered(MessageId message, String reason) {
    EmissionInHand emission = handedOver.remove(message);
    if (emission != null) {
      emissions.over(message);
      emissions.onEventLoop(() -> emissions.fail(emission, NOT_DELIVERED, reason));
    }
  }

  private void handedOver(MessageId message, EmissionInHand emission) {
    emission.handedOver = true;
    handedOver.put(message, emission);
  }

  /** Forgets the emission, whose outcome is no longer needed. */
  void forget(EmissionInHand emission) {
    if (emission.handedOver) {
      handedOver.values().remove(emission);
    }
  }

  /** Delivers emissions through one container. */
  private final class Way<C> {
    private final ReplayGateway<C> replayGateway;

    Way(ReplayGateway<C> replayGateway) {
      this.replayGateway = replayGateway;
    }

    void begin(EmissionInHand emission) {
      long left = emission.deadlineAt - emissions.now();
      if (left <= 0) {
        return; // reported by Emissions
      }
      Target.Service to = (Target.Service) emission.emission().target();
      Submission submission = emission.submission(Direction.IN, to.name(), to.operation(), left);
      try {
        enter(emission, submission);
      } catch (DHArchException | IllegalArgumentException e) {
        emissions.fail(emission, NOT_DELIVERED, Reason.of(e));
      } catch (RuntimeException e) { // from the dispatcher of a container, or from a custom one
        emissions.fail(emission, NOT_DELIVERED, "the container failed: " + e);
      }
    }

    private void enter(EmissionInHand emission, Submission submission) {
      Optional<C> context = replayGateway.newContext(submission);
      if (context.isEmpty()) {
        emissions.pause(emission, 0, () -> begin(emission));
        return;
      }
      boolean entered = false;
      try {
        Admission admission =
            admissionControl.admit(new ServiceGateway(emission), context.get(), submission, false);
        entered =
            admission instanceof Admission.Accepted || admission instanceof Admission.PassThrough;
        if (admission instanceof Admission.PassThrough) {
          pass(emission, context.get(), submission);
        } else if (admission instanceof Admission.Busy busy) {
          emissions.pause(emission, busy.retryAfter().toNanos(), () -> begin(emission));
        } else if (admission instanceof Admission.Refused refused) {
          emissions.fail(emission, refused.fault());
        }
      } finally {
        if (!entered) {
          replayGateway.discard(context.get());
        }
      }
    }

    /** Passes an emission that matches no rule to its service unchanged. */
    private void pass(EmissionInHand emission, C context, Submission submission) {
      MessageId id = emission.id();
      handedOver(id, emission);
      replayGateway.completed(
          context,
          new Outcome.Completed(
              id,
              submission.envelope(),
              false,
              false,
              submission.properties(),
              submission.processed(),
              Timeline.empty(id, "")));
    }

    /** Receives the outcome of one emission's execution. */
    private final class ServiceGateway implements Gateway<C> {
      private final EmissionInHand emission;

      ServiceGateway(EmissionInHand emission) {
        this.emission = emission;
      }

      @Override
      public void completed(C context, Outcome.Completed outcome) {
        handedOver(outcome.id(), emission);
        replayGateway.completed(context, outcome);
      }

      @Override
      public void failed(C context, Outcome.Failed outcome) {
        emissions.onEventLoop(() -> emissions.fail(emission, outcome.fault()));
        replayGateway.failed(context, outcome);
      }

      @Override
      public void responded(C context, Outcome.Responded outcome) {
        emissions.over(outcome.id());
        emissions.onEventLoop(() -> emissions.delivered(emission));
        replayGateway.responded(context, outcome);
      }

      @Override
      public boolean handsOver() {
        return replayGateway.handsOver();
      }
    }
  }
}
