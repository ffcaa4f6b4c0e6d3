package org.dharch.core.emission;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.api.Target;
import org.dharch.core.admission.AdmissionControl;
import org.dharch.core.emission.OutboundSends.Send;
import org.dharch.core.emission.OutboundSends.Sending;
import org.dharch.core.message.Admission;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Submission;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.spi.Gateway;
import org.dharch.core.spi.Outbound;
import org.dharch.core.text.Reason;

/**
 * Delivers emissions for outside addresses: each is admitted as a message of flow {@code out}, and
 * its result is sent to its addresses, a bounded number at a time. A SOAP response is admitted as a
 * message of flow {@code in}, or {@code in-fault}, before the handler is notified. Used on the
 * emission loop, except for callbacks of gateways and requests.
 */
final class EmissionsOutside {
  private static final long GRACE_NANOS = 1_000_000_000L;

  private final Emissions emissions;
  private final AdmissionControl admissionControl;
  private final Limits limits;
  private Optional<Outbound> outbound = Optional.empty();

  private final OutboundSends outboundSends;
  private final List<Send> paused = new ArrayList<>();

  EmissionsOutside(Emissions emissions, AdmissionControl admissionControl, Limits limits) {
    this.emissions = emissions;
    this.admissionControl = admissionControl;
    this.limits = limits;
    this.outboundSends = new OutboundSends(emissions.bounds());
  }

  synchronized void through(Outbound value) {
    outbound = Optional.of(value);
  }

  /** Returns whether there is a sender for outside addresses. */
  synchronized boolean isPossible() {
    return outbound.isPresent();
  }

  // ---- the handlers of flow out

  void begin(EmissionInHand emission) {
    long left = emission.deadlineAt - emissions.now();
    if (left <= 0) {
      return; // reported by Emissions
    }
    Emission what = emission.emission();
    Submission submission = emission.submission(Direction.OUT, "", "", left);
    try {
      Admission admission =
          admissionControl.admit(new OutboundGateway(), emission, submission, false);
      if (admission instanceof Admission.PassThrough) {
        send(new Sending(emission, what.envelope(), what.properties()));
      } else if (admission instanceof Admission.Busy busy) {
        emissions.pause(emission, busy.retryAfter().toNanos(), () -> begin(emission));
      } else if (admission instanceof Admission.Refused refused) {
        emissions.fail(emission, refused.fault());
      }
    } catch (IllegalArgumentException e) { // the orchestration does not exist
      emissions.fail(emission, Fault.Code.NOT_DELIVERED.name(), Reason.of(e));
    }
  }

  /** Receives the outcome of an emission's execution in flow out. */
  private final class OutboundGateway implements Gateway<EmissionInHand> {
    @Override
    public void completed(EmissionInHand emission, Outcome.Completed outcome) {
      Sending sending = new Sending(emission, outcome.envelope(), outcome.properties());
      emissions.onEventLoop(() -> send(sending));
    }

    @Override
    public void failed(EmissionInHand emission, Outcome.Failed outcome) {
      emissions.onEventLoop(() -> emissions.fail(emission, outcome.fault()));
    }

    @Override
    public void responded(EmissionInHand emission, Outcome.Responded outcome) {
      emissions.onEventLoop(() -> emissions.delivered(emission));
    }
  }

  // ---- sending to the addresses

  private void send(Sending sending) {
    outboundSends.add(sending);
    pump();
  }

  /** Starts as many requests as the bounds allow. */
  private void pump() {
    for (Optional<Send> next = outboundSends.next();
        next.isPresent();
        next = outboundSends.next()) {
      send(next.get());
    }
  }

  private void send(Send send) {
    Target.Address to = send.of.addresses.get(send.address);
    long left = send.emission().deadlineAt - emissions.now();
    long limit = Math.min(left, emissions.bounds().sendLimit().toNanos());
    if (limit <= 0) {
      sendFailed(
          send, Fault.Code.DEADLINE, "its deadline passed before it was sent to " + to.uri());
      return;
    }
    Outbound.Request request;
    try {
      request = request(send, to, Duration.ofNanos(limit));
    } catch (MalformedMessageException e) {
      sendFailed(send, Fault.Code.MALFORMED, Reason.of(e));
      return;
    }
    send.tries++;
    send.at = emissions.now() + limit + GRACE_NANOS;
    outboundSends.begin(send);
    int number = send.tries;
    var unused =
        begun(request)
            .whenComplete(
                (result, error) ->
                    emissions.onEventLoop(
                        () -> ended(send, number, error == null ? result : broke(error))));
  }

  private Outbound.Request request(Send send, Target.Address to, Duration limit) {
    Changes.Builder headers = Changes.builder();
    to.headers().forEach(headers::addHeader);
    byte[] envelope = Merge.apply(send.of.envelope, headers.build(), limits);
    boolean soap12 = Envelopes.outline(envelope, limits).soap12();
    Emission emission = send.emission().emission();
    return new Outbound.Request(
        emission.id(), to.uri(), soap12, emission.action(), envelope, limit);
  }

  private CompletionStage<Outbound.Result> begun(Outbound.Request request) {
    Optional<Outbound> way;
    synchronized (this) {
      way = outbound;
    }
    try {
      return way.orElseThrow().send(request);
    } catch (RuntimeException e) {
      return CompletableFuture.completedFuture(broke(e));
    }
  }

  private static Outbound.Result broke(Throwable error) {
    return new Outbound.Result.Failed(
        Outbound.Failure.UNKNOWN,
        Reason.of(error instanceof Exception e ? e : new IllegalStateException(error)));
  }

  private void ended(Send send, int number, Outbound.Result result) {
    if (send.tries != number || !outboundSends.end(send)) {
      return; // the request was abandoned before
    }
    if (result instanceof Outbound.Result.Sent sent) {
      answered(send, sent);
    } else {
      sendFailed(send, (Outbound.Result.Failed) result);
    }
    pump();
  }

  private void sendFailed(Send send, Outbound.Result.Failed failure) {
    boolean again =
        failure.why() == Outbound.Failure.UNREACHED && send.tries <= emissions.bounds().retries();
    if (again) {
      pause(send, emissions.bounds().pauseNanos(send.tries));
    } else {
      sendFailed(send, Fault.Code.NOT_DELIVERED, failure.why() + ": " + failure.reason());
    }
  }

  private void pause(Send send, long nanos) {
    send.at = emissions.now() + nanos;
    paused.add(send);
  }

  private void sendFailed(Send send, Fault.Code code, String reason) {
    report(send, new Emitted.Failed(send.address, code.name(), reason));
  }

  private void report(Send send, Emitted outcome) {
    emissions.report(send.emission(), send.address, outcome);
  }

  /** Retries requests that are due and abandons those past their time limit. */
  void tick() {
    long now = emissions.now();
    for (Send send : outboundSends.underWay()) {
      if (send.at <= now) {
        ended(
            send,
            send.tries,
            new Outbound.Result.Failed(Outbound.Failure.UNKNOWN, "it did not end in its time"));
      }
    }
    for (Send send : List.copyOf(paused)) {
      if (send.at <= now && outboundSends.mayBegin(send)) {
        paused.remove(send);
        send(send);
      }
    }
    pump();
  }

  // ---- the response, through the handlers of flow in

  private void answered(Send send, Outbound.Result.Sent sent) {
    if (sent.envelope().isEmpty()) {
      report(send, new Emitted.Sent(send.address, sent.status(), Optional.empty()));
    } else {
      comeIn(send, sent.status(), sent.envelope().get());
    }
  }

  private void comeIn(Send send, int status, byte[] envelope) {
    long left = send.emission().deadlineAt - emissions.now();
    if (left <= 0) {
      sendFailed(send, Fault.Code.DEADLINE, "its deadline passed before its answer was there");
      return;
    }
    boolean fault;
    try {
      fault = Envelopes.checkReceived(envelope, limits).fault();
    } catch (MalformedMessageException e) {
      sendFailed(send, Fault.Code.MALFORMED, "its answer: " + Reason.of(e));
      return;
    }
    Direction flow = fault ? Direction.IN_FAULT : Direction.IN;
    Submission submission =
        Submission.of(
                flow,
                "",
                "",
                "",
                new MessageContent(
                    envelope,
                    send.of.exchange.merge(
                        send.emission().handlerProperties(flow, "", ""), List.of()),
                    Set.of()))
            .deadline(Duration.ofNanos(left));
    Admission admission =
        admissionControl.admit(new ResponseGateway(status), send, submission, false);
    if (admission instanceof Admission.PassThrough) {
      report(send, new Emitted.Sent(send.address, status, Optional.of(envelope)));
    } else if (admission instanceof Admission.Busy busy) {
      sendFailed(send, Fault.Code.BUSY, "its answer could not be taken in: " + busy.reason());
    } else if (admission instanceof Admission.Refused refused) {
      sendFailed(send, refused.fault().code(), "its answer: " + refused.fault().reason());
    }
  }

  /** Receives the outcome of a response's execution in flow in. */
  private final class ResponseGateway implements Gateway<Send> {
    private final int status;

    ResponseGateway(int status) {
      this.status = status;
    }

    @Override
    public void completed(Send send, Outcome.Completed outcome) {
      emissions.over(outcome.id());
      reportSent(send, Optional.of(outcome.envelope()));
    }

    @Override
    public void failed(Send send, Outcome.Failed outcome) {
      emissions.onEventLoop(
          () ->
              sendFailed(send, outcome.fault().code(), "its answer: " + outcome.fault().reason()));
    }

    /** Completes the response for which a handler in flow in has responded. */
    @Override
    public void responded(Send send, Outcome.Responded outcome) {
      emissions.over(outcome.id());
      reportSent(send, Optional.empty());
    }

    private void reportSent(Send send, Optional<byte[]> envelope) {
      emissions.onEventLoop(() -> report(send, new Emitted.Sent(send.address, status, envelope)));
    }
  }
}
