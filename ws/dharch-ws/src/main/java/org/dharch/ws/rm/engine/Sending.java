package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmStep;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/** Adds messages of clients and responses of services to a source's sequence. */
final class Sending {
  private Sending() {}

  /** Adds the message to the sequence that has it already, otherwise to an open or new one. */
  static void send(Transactions work, SendRequest request, SequenceId key, SequenceId offered) {
    Terms terms = request.terms().withOffered(request.offer().isPresent() ? offered.value() : "");
    RmEvent.Send event = request.event(work.hasCapacityFor(0, 1, request.envelope().length));
    Optional<SourceSequence> open = work.ownedBy(request.messageId()).or(() -> work.openTo(terms));
    if (open.isPresent() && isAccepted(work.trySend(open.get(), event))) {
      return;
    }
    SourceSequence none = SourceSequence.none(key.value(), terms, false);
    int sequences = request.offer().isPresent() ? 2 : 1;
    if (!work.hasCapacityFor(sequences, 1, request.envelope().length)) {
      work.addAnswer(none, RmAction.Defer.after(request.waits()));
      return;
    }
    long until = Creation.until(work, request.expiresMillis());
    RmEvent.Open opened = new RmEvent.Open(Optional.empty(), until);
    SourceSequence creating = work.on(none, opened).sequence();
    work.on(creating, event);
    if (request.offer().isPresent()) {
      Terms ownTerms = request.offer().get().withOffered(key.value());
      work.on(SinkSequence.none(offered, ownTerms), new RmEvent.Create(until, Optional.empty()));
    }
  }

  private static boolean isAccepted(RmStep<SourceSequence> step) {
    return step.actions(RmAction.AnotherSequence.class).isEmpty();
  }

  /** Returns a pending message of the first sequence with that address. */
  static void returnPending(Transactions work, String address) {
    Optional<SourceSequence> first = Optional.empty();
    boolean isMore = false;
    for (SourceSequence source : work.fetchedBy(address)) {
      if (work.isWaiting(source)) {
        isMore = first.isPresent();
        first = first.or(() -> Optional.of(source));
        if (isMore) {
          break;
        }
      }
    }
    if (first.isPresent()) {
      work.on(first.get(), new RmEvent.Fetched(isMore));
    }
  }

  /** Checked before the service is called. */
  static boolean hasCapacityForResponse(Transactions work, SinkSequence sink) {
    Optional<SourceSequence> offered = work.offered(sink);
    long limit = work.settings().source().maxInFlight();
    return work.hasCapacityFor(0, 1, 0)
        && offered
            .map(source -> source.unacknowledged().size() + sink.counts().serving() < limit)
            .orElse(true);
  }

  /**
   * Adds the response or fault of a request to the offered sequence, otherwise stores it with the
   * request. If the store is full, the response is sent once without being stored.
   */
  static void served(Transactions work, SinkSequence sink, long number, Response response) {
    boolean isFirst =
        work.messages(sink)
            .at(number)
            .map(RmMessage::state)
            .filter(MessageState.SERVING::equals)
            .isPresent();
    boolean isStored = isFirst && work.hasCapacityFor(0, 1, response.envelope().length);
    long reply = isStored ? reply(work, sink, number, response) : 0;
    boolean isStoredWithRequest = isStored && reply == 0;
    work.on(
        sink,
        new RmEvent.Served(
            number,
            reply,
            isStoredWithRequest ? Optional.of(response.envelope()) : Optional.empty()));
  }

  /** Returns the number of the response; 0 if no sequence accepts it. */
  private static long reply(Transactions work, SinkSequence sink, long request, Response response) {
    RmEvent.Send event = response.event(sink.isLastRequest(request));
    return work.offered(sink).stream()
        .map(source -> work.apply(source, event))
        .flatMap(step -> step.actions(RmAction.SendNow.class).stream())
        .mapToLong(RmAction.SendNow::number)
        .findFirst()
        .orElse(0);
  }
}
