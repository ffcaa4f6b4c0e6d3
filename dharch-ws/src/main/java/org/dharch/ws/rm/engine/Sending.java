package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmStep;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/** How messages get into a source's sequence: those of clients, and the responses of services. */
final class Sending {
  private Sending() {}

  /** A message goes into the sequence where it is already, or into an open one, or a new one. */
  static void send(Transactions work, SendRequest request, SequenceId key, SequenceId offered) {
    Terms terms = request.terms().withOffered(request.wantsOffer() ? offered.value() : "");
    RmEvent.Send event = request.event(work.hasRoomFor(0, 1, request.envelope().length));
    Optional<SourceSequence> open =
        work.with(request.by()).or(() -> work.openTo(terms));
    boolean isTaken = open.isPresent() && isTaken(work.tell(open.get(), event));
    if (isTaken) {
      return;
    }
    SourceSequence none = SourceSequence.none(key.value(), terms, false);
    if (work.hasRoomFor(request.wantsOffer() ? 2 : 1, 1, request.envelope().length)) {
      SourceSequence creating =
          work.on(
                  none,
                  new RmEvent.Open(
                      Optional.empty(), Creation.until(work, request.expiresMillis())))
              .sequence();
      work.on(creating, event);
    } else {
      work.say(none, RmAction.Later.after(request.waits()));
    }
  }

  private static boolean isTaken(RmStep<SourceSequence> step) {
    return step.actions(RmAction.AnotherSequence.class).isEmpty();
  }

  /**
   * The response of a request, or a fault: it takes a number of the offered sequence, or is kept
   * with the request if there is none that takes it.
   */
  static void served(Transactions work, SinkSequence sink, long number, Response response) {
    boolean isFirst =
        work.messages(sink)
            .at(number)
            .map(RmMessage::state)
            .filter(MessageState.SERVING::equals)
            .isPresent();
    Optional<SourceSequence> offered =
        work.source(sink.terms().offered()).filter(SourceSequence::isOffered);
    boolean hasRoom = work.hasRoomFor(0, 1, response.envelope().length);
    if (!isFirst) {
      work.on(sink, new RmEvent.Served(number, 0, Optional.empty()));
      return;
    }
    if (offered.isPresent()) {
      RmStep<SourceSequence> step = work.quietly(offered.get(), response.event(hasRoom));
      for (RmAction.SendNow now : step.actions(RmAction.SendNow.class)) {
        work.on(sink, new RmEvent.Served(number, now.number(), Optional.empty()));
        return;
      }
      for (RmAction.Later later : step.actions(RmAction.Later.class)) {
        work.say(sink, later);
        return;
      }
    }
    work.on(
        sink,
        new RmEvent.Served(
            number, 0, hasRoom ? Optional.of(response.envelope()) : Optional.empty()));
  }
}
