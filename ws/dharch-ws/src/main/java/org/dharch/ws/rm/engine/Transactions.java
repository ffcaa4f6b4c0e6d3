package org.dharch.ws.rm.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.RmStep;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SinkState;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.store.RmTransaction;
import org.dharch.ws.rm.store.RmUsage;

/**
 * One transaction: applies events to sequences, stores the results and collects the other actions.
 * Also applies resulting events to the sequence of the other direction.
 */
final class Transactions {
  private final RmTransaction transaction;
  private final RmSettings settings;
  private final RandomGenerator random;
  private final List<RmDirective> directives = new ArrayList<>();

  Transactions(RmTransaction transaction, RmSettings settings, RandomGenerator random) {
    this.transaction = transaction;
    this.settings = settings;
    this.random = random;
  }

  RmResult result() {
    return new RmResult(List.copyOf(directives));
  }

  RmSettings settings() {
    return settings;
  }

  long now() {
    return transaction.now();
  }

  Optional<SinkSequence> sink(String key) {
    return transaction
        .sequence(key)
        .filter(SinkSequence.class::isInstance)
        .map(SinkSequence.class::cast);
  }

  Optional<SourceSequence> source(String key) {
    return transaction
        .sequence(key)
        .filter(SourceSequence.class::isInstance)
        .map(SourceSequence.class::cast);
  }

  SequenceMessages messages(RmSequence sequence) {
    return transaction.messages(sequence.key());
  }

  /** Returns true if the store has capacity for these additional sequences and messages. */
  boolean hasCapacityFor(int sequences, int messages, long bytes) {
    RmUsage usage = transaction.usage();
    RmLimits limits = settings.limits();
    return usage.sequences() + sequences <= limits.maxSequences()
        && usage.messages() + messages <= limits.maxMessages()
        && usage.bytes() + bytes <= limits.maxBytes();
  }

  Optional<RmSequence> sequence(String key) {
    return transaction.sequence(key);
  }

  Optional<SinkSequence> createdBy(String messageId) {
    return transaction.createdBy(messageId);
  }

  Optional<SourceSequence> named(SequenceId id) {
    return transaction.named(id);
  }

  Optional<SourceSequence> openTo(Terms terms) {
    return transaction.openTo(terms);
  }

  List<SourceSequence> fetchedBy(String address) {
    return transaction.fetchedBy(address);
  }

  /** Returns true if a message of the sequence is pending for a poll. */
  boolean isWaiting(SourceSequence source) {
    RmStep<SourceSequence> step =
        source.on(
            new RmEvent.Fetched(false),
            messages(source),
            settings.source(),
            random,
            transaction.now());
    return !step.actions(RmAction.ReturnMessage.class).isEmpty();
  }

  Optional<SourceSequence> ownedBy(String owner) {
    return transaction.ownedBy(owner);
  }

  /** Adds an answer that does not result from an event. */
  void addAnswer(RmSequence sequence, RmAction.Answer answer) {
    directives.add(new RmDirective(sequence, answer, Optional.empty(), Optional.empty()));
  }

  SinkSequence on(SinkSequence sink, RmEvent.AtSink event) {
    RmStep<SinkSequence> step =
        sink.on(event, messages(sink), settings.sink(), random, transaction.now());
    store(sink, step, step.sequence().state() == SinkState.NONE);
    if (step.sequence().state() != sink.state()
        && step.sequence().state() == SinkState.TERMINATED) {
      offered(sink).ifPresent(source -> on(source, new RmEvent.Close())); // has no more responses
    }
    addDirectives(step);
    return step.sequence();
  }

  /** Returns the sequence of the responses to this sequence's requests. */
  Optional<SourceSequence> offered(RmSequence sink) {
    return source(sink.terms().offered()).filter(SourceSequence::isOffered);
  }

  void put(RmSequence sequence) {
    transaction.put(sequence);
  }

  RmStep<SourceSequence> on(SourceSequence source, RmEvent.AtSource event) {
    RmStep<SourceSequence> step = apply(source, event);
    addDirectives(step);
    if (!source.isOffered() && isOfferOver(source, step)) {
      sink(source.terms().offered())
          .filter(sink -> sink.state() != SinkState.TERMINATED)
          .ifPresent(sink -> on(sink, new RmEvent.Ended("it gets no more responses")));
    }
    if (source.isOffered()) {
      for (RmAction.Confirmed confirmed : step.actions(RmAction.Confirmed.class)) {
        sink(source.terms().offered())
            .ifPresent(sink -> on(sink, new RmEvent.ResponsesAcknowledged(confirmed.numbers())));
      }
    }
    return step;
  }

  /** Returns true if the offered sequence will not be used, or not any longer. */
  private static boolean isOfferOver(SourceSequence before, RmStep<SourceSequence> step) {
    boolean isNotCreated =
        before.state() == SourceState.CREATING
            && step.sequence().id().isEmpty()
            && step.sequence().state() != SourceState.CREATING;
    boolean isDeclined =
        step.actions(RmAction.OfferAnswered.class).stream()
            .anyMatch(answer -> !answer.isAccepted());
    boolean hasNoMoreRequests =
        step.sequence().state() == SourceState.TERMINATED
            && step.sequence().terms().acksOnBackChannel();
    return isNotCreated || isDeclined || hasNoMoreRequests;
  }

  /** Like {@link #on}, except that {@link RmAction.AnotherSequence} is only returned. */
  RmStep<SourceSequence> trySend(SourceSequence source, RmEvent.Send event) {
    RmStep<SourceSequence> step = apply(source, event);
    if (step.actions(RmAction.AnotherSequence.class).isEmpty()) {
      addDirectives(step);
    }
    return step;
  }

  /** Applies an event and leaves the actions to the caller. */
  RmStep<SourceSequence> apply(SourceSequence source, RmEvent.AtSource event) {
    RmStep<SourceSequence> step =
        source.on(event, messages(source), settings.source(), random, transaction.now());
    store(source, step, step.sequence().state() == SourceState.NONE);
    return step;
  }

  private <S extends RmSequence> void store(S before, RmStep<S> step, boolean isRemoved) {
    S after = step.sequence();
    String key = after.key();
    if (!isRemoved && (!after.equals(before) || !step.actions(RmAction.InStore.class).isEmpty())) {
      transaction.put(after);
    }
    for (RmAction.InStore action : step.actions(RmAction.InStore.class)) {
      if (action instanceof RmAction.StoreMessage keep) {
        if (keep.envelope().isPresent()) {
          transaction.put(key, keep.message(), keep.envelope().get());
        } else {
          transaction.put(key, keep.message());
        }
      } else if (action instanceof RmAction.Forget forget) {
        transaction.forget(key, forget.numbers());
      } else {
        transaction.remove(key);
      }
    }
  }

  private void addDirectives(RmStep<? extends RmSequence> step) {
    for (RmAction action : step.actions()) {
      if (!(action instanceof RmAction.InStore)) {
        RmSequence sequence = step.sequence();
        directives.add(
            new RmDirective(
                sequence, action, envelope(sequence, action), replies(sequence, action)));
      }
    }
  }

  private Optional<byte[]> envelope(RmSequence sequence, RmAction action) {
    String key = sequence.key();
    if (action instanceof RmAction.Deliver deliver) {
      return transaction.envelope(key, deliver.number());
    } else if (action instanceof RmAction.Transmit transmit && !transmit.isEmpty()) {
      return transaction.envelope(key, transmit.number());
    } else if (action instanceof RmAction.ReturnMessage returned && !returned.message().isEmpty()) {
      return transaction.envelope(key, returned.message().number());
    } else if (action instanceof RmAction.AnswerStored stored) {
      return stored.replyNumber() > 0
          ? transaction.envelope(sequence.terms().offered(), stored.replyNumber())
          : transaction.envelope(key, stored.number());
    }
    return Optional.empty();
  }

  private Optional<SourceSequence> replies(RmSequence sequence, RmAction action) {
    if (action instanceof RmAction.TerminateAnswer) {
      return offered(sequence).filter(SourceSequence::endedOnBackChannel);
    }
    long number =
        action instanceof RmAction.Respond respond
            ? respond.replyNumber()
            : (action instanceof RmAction.AnswerStored stored ? stored.replyNumber() : 0);
    return number > 0 ? source(sequence.terms().offered()) : Optional.empty();
  }
}
