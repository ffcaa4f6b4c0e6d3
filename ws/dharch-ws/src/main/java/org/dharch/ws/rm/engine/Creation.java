package org.dharch.ws.rm.engine;

import java.util.Optional;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;

/** Creates sequences, including offered ones. */
final class Creation {
  private Creation() {}

  /** A repeated request yields the same sequence. */
  static void create(Transactions work, SequenceRequest request, SequenceId id, String sourceKey) {
    String messageId = request.terms().createdBy();
    Optional<SinkSequence> known =
        messageId.isEmpty() ? Optional.empty() : work.createdBy(messageId);
    if (known.isPresent()) {
      work.addAnswer(known.get(), new RmAction.Granted());
      return;
    }
    Optional<SequenceRequest.Offer> offer = request.offer();
    Terms terms = request.terms().withOffered(offer.isPresent() ? sourceKey : "");
    SinkSequence created =
        work.on(
            SinkSequence.none(id, terms),
            new RmEvent.Create(until(work, request.expiresMillis()), refusal(work, request)));
    if (created.state() == SinkState.CREATED && offer.isPresent()) {
      work.on(
          SourceSequence.none(sourceKey, offer.get().terms().withOffered(id.value()), true),
          new RmEvent.Open(
              Optional.of(offer.get().id()), until(work, offer.get().expiresMillis())));
    }
  }

  private static Optional<String> refusal(Transactions work, SequenceRequest request) {
    if (request.refusal().isPresent()) {
      return request.refusal();
    }
    if (!work.hasCapacityFor(request.offer().isPresent() ? 2 : 1, 0, 0)) {
      return Optional.of("the maximum number of sequences is reached");
    }
    return request
        .offer()
        .flatMap(offer -> work.named(offer.id()))
        .map(taken -> "the identifier of the offered sequence is in use: " + taken.key());
  }

  /**
   * @param acksTo the AcksTo address of the offered sequence, if specified
   */
  static void created(
      Transactions work, String key, RmEvent.Created event, Optional<String> acksTo) {
    Optional<SourceSequence> source = work.source(key);
    Optional<String> taken =
        work.named(event.id()).map(SourceSequence::key).filter(other -> !other.equals(key));
    if (source.isEmpty()) {
      return;
    }
    if (taken.isPresent()) {
      work.on(
          source.get(),
          new RmEvent.CreateRefused(
              "the sink used the identifier of another sequence: " + event.id()));
      return;
    }
    boolean isAccepted =
        work.on(source.get(), event).actions(RmAction.OfferAnswered.class).stream()
            .anyMatch(RmAction.OfferAnswered::isAccepted);
    if (isAccepted && acksTo.isPresent()) {
      work.sink(source.get().terms().offered())
          .ifPresent(sink -> work.put(sink.withAcksTo(acksTo.get())));
    }
  }

  static long until(Transactions work, long millis) {
    return millis >= RmMessage.NEVER - work.now() ? RmMessage.NEVER : work.now() + millis;
  }
}
