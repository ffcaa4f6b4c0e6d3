package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.dharch.api.MessageId;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.Reason;
import org.dharch.core.message.Submission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message of an exchange while none of the container's threads has it: its body is being read,
 * or its handlers perform. This is the context that CMCQueue keeps. However it ends, the exchange
 * is given back to the container once. Safe for any thread.
 */
final class SuspendedMessage implements AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(SuspendedMessage.class);

  private final ServletGateway gateway;
  private final FilterExchange exchange;
  private final Direction flow;
  private final AsyncContext async;
  private final NotDispatched request;
  private final Runnable doneReading;
  private final Duration limit;
  private Optional<Submission> submission = Optional.empty(); // guarded by this
  private Optional<MessageId> id = Optional.empty(); // guarded by this
  private boolean reading; // guarded by this
  private Runnable onRead = () -> {}; // guarded by this
  private boolean settled; // guarded by this

  SuspendedMessage(
      ServletGateway gateway,
      FilterExchange exchange,
      Direction flow,
      AsyncContext async,
      NotDispatched request,
      Runnable doneReading,
      Duration limit) {
    this.gateway = gateway;
    this.exchange = exchange;
    this.flow = flow;
    this.async = async;
    this.request = request;
    this.doneReading = doneReading;
    this.limit = limit;
    this.reading = flow == Direction.IN;
    async.setTimeout(limit.toMillis());
    async.addListener(this);
  }

  FilterExchange exchange() {
    return exchange;
  }

  HttpServletRequest request() {
    return request;
  }

  Direction flow() {
    return flow;
  }

  /** It is answered with {@code otherwise} after {@code arrival}, if its body is not here then. */
  synchronized void readWithin(Duration arrival, FaultResponse otherwise, Timeouts timeouts) {
    onRead = timeouts.after(arrival, () -> late(otherwise));
  }

  private void late(FaultResponse answer) {
    synchronized (this) {
      if (!reading) {
        return;
      }
    }
    settle(reply(answer));
  }

  /** The answer to a message for which there is no room in memory. */
  FaultResponse noCapacity() {
    return gateway.noCapacity();
  }

  /** What was handed in, once it was. */
  synchronized Optional<Submission> submission() {
    return submission;
  }

  /** The request's body is here. */
  void received(byte[] body) {
    synchronized (this) {
      if (settled) {
        return;
      }
      doneReading();
    }
    gateway.received(this, body);
  }

  /** The request's body is here, and was dropped. */
  void dropped(FaultResponse answer) {
    doneReading();
    settle(reply(answer));
  }

  private synchronized void doneReading() {
    if (reading) {
      reading = false;
      onRead.run();
      doneReading.run();
    }
  }

  /** It is about to be handed in. */
  synchronized void submit(Submission message) {
    submission = Optional.of(message);
  }

  /** It was accepted; perhaps it has ended meanwhile. */
  void accepted(MessageId value) {
    known(value);
    boolean late;
    synchronized (this) {
      id = Optional.of(value);
      late = settled;
    }
    if (late) {
      gateway.cancel(value); // nothing happens if it is not there any more
    }
  }

  /** The request's message has this id. */
  private void known(MessageId value) {
    if (flow == Direction.IN) {
      exchange.request(value);
    }
  }

  /**
   * Gives the exchange back to the container, which takes {@code next} with it.
   *
   * @return false if that has been done before
   */
  boolean settle(NextAction next) {
    synchronized (this) { // dispatched within: what comes too late finds that it was
      if (settled) {
        return false;
      }
      settled = true;
      if (reading) {
        exchange.unread();
      }
      doneReading();
      try {
        exchange.dispatch().by(request, next, async::dispatch);
      } catch (IllegalStateException | RejectedExecutionException e) {
        LOG.debug("the container has ended the request before, or ends itself", e);
        exchange.ended();
      } catch (RuntimeException e) {
        LOG.warn("the container does not take a request back: {}", Reason.of(e));
        FaultResponse answer =
            next instanceof NextAction.Reply reply ? reply.answer() : FaultResponse.stopping();
        answer.tryToWrite(async, request, exchange.soap12());
        complete(false);
        exchange.ended();
      }
    }
    return true;
  }

  /** Whether there is nothing more to be done for it. */
  synchronized boolean isSettled() {
    return settled;
  }

  void completed(Outcome.Completed outcome) {
    known(outcome.id());
    exchange.leave(outcome.properties());
    exchange.completed(outcome);
    if (!settle(new NextAction.Go(this, Optional.of(outcome)))) {
      gateway.notHandedOver(outcome, "it completed when its request was over");
      gateway.answered(outcome.id()); // it comes too late for its service
    }
  }

  void failed(Outcome.Failed outcome) {
    known(outcome.id());
    settle(reply(gateway.failed(outcome)));
  }

  void answered(Outcome.Responded outcome) {
    known(outcome.id());
    exchange.leave(outcome.properties());
    if (!settle(new NextAction.Answer(this, outcome))) {
      gateway.answered(outcome.id()); // nobody is there for it any more
    }
  }

  /** DHArch's own answer to the message that this is. */
  NextAction reply(FaultResponse answer) {
    return new NextAction.Reply(flow == Direction.IN ? answer : answer.ofResponse());
  }

  /**
   * There is nothing any more that it could be given back to.
   *
   * @return false if that has been known before, or it has been given back
   */
  boolean gone(String reason) {
    synchronized (this) {
      if (settled) {
        return false;
      }
      settled = true;
      doneReading();
    }
    LOG.debug("{}", reason);
    withdraw();
    exchange.ended();
    return true;
  }

  /**
   * The request's body ends before its end. Its client may still listen, if it has closed its own
   * side only, or has stalled: without a word the container would answer 200.
   *
   * @param refused the answer, if it was not to be read but dropped
   */
  void unreadable(Throwable failure, Optional<FaultResponse> refused) {
    if (gone("the request could not be read: " + failure)) {
      FaultResponse answer = refused.orElseGet(() -> FaultResponse.incomplete(failure));
      answer.tryToWrite(async, request, exchange.soap12());
      complete(false);
    }
  }

  private void withdraw() {
    Optional<MessageId> accepted;
    synchronized (this) {
      accepted = id;
    }
    accepted.ifPresent(gateway::cancel);
  }

  /** Ends the request as far as the container has not done so itself. */
  private void complete(boolean failed) {
    try {
      if (failed) { // and nobody listens, if not after all
        ((HttpServletResponse) async.getResponse()).setStatus(500);
      }
      async.complete();
    } catch (IllegalStateException e) {
      LOG.debug("the container has ended the request before: {}", e.getMessage());
    }
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    boolean read = submission().isPresent();
    NextAction next =
        read
            ? reply(
                FaultResponse.failed(
                    new Fault(
                        Fault.Code.DEADLINE,
                        "",
                        "no outcome within the deadline and the grace period, "
                            + limit.toMillis()
                            + " ms"),
                    acceptedAs()))
            : reply(FaultResponse.late(limit));
    if (settle(next)) {
      withdraw();
    }
  }

  private synchronized Optional<MessageId> acceptedAs() {
    return id;
  }

  /**
   * Ends the request on the thread that says so: when Tomcat has let go of an HTTP/2 stream, what
   * is done to its request may be done to the next one.
   */
  @Override
  public void onError(AsyncEvent event) {
    if (gone("the client is gone: " + event.getThrowable())) {
      complete(true);
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    gone("the container has ended the request");
    exchange.ended();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
