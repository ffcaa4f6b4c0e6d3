package org.dharch.ws.rm.engine;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.RmEvent;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.store.RmStore;

/**
 * Reliable messaging at one node: whatever happens is one event of one sequence, taken in one
 * transaction of the store, and only what that says is done then. Has no thread and no clock: calls
 * come from the handlers that see the messages and from a timer ({@link #due}). Nodes that share a
 * store may each take any event of any sequence. What {@link ConflictException} leaves it has not
 * been done, and may be tried again. Any thread.
 */
public final class RmEngine {
  /** How often it is tried to note a delivery's end, which is told once. */
  private static final int NOTE_TRIES = 20;

  private final RmStore store;
  private final RmSettings settings;
  private final RandomGenerator random;
  private final String node;
  private final Underway underway;

  /**
   * @param random safe for any thread that calls
   * @param node the name of this node's life; no other may have it
   */
  public RmEngine(RmStore store, RmSettings settings, RandomGenerator random, String node) {
    this.store = store;
    this.settings = settings;
    this.random = random;
    this.node = node;
    underway = new Underway(settings);
  }

  // ---- at a sink

  /**
   * A source asks for a sequence.
   *
   * @return answers {@link RmAction.Granted}, the same each time that the same request comes, or
   *     {@link RmAction.Refuse}
   */
  public RmResult create(SequenceRequest request) {
    SequenceId id = newId();
    String sourceKey = newId().value();
    return transact(
        request.terms().createdBy(), work -> Creation.create(work, request, id, sourceKey));
  }

  /**
   * A message without a response of its own.
   *
   * @param isLast whether it says that it is the last (1.0)
   * @param isEmpty whether it says nothing else
   */
  public RmResult oneWay(
      SequenceId id, long number, boolean isLast, boolean isEmpty, byte[] envelope) {
    return transact(
        id.value(),
        work -> {
          boolean hasRoom = work.hasRoomFor(0, 1, envelope.length);
          work.on(sink(work, id), new RmEvent.OneWay(number, isLast, isEmpty, envelope, hasRoom));
        });
  }

  /**
   * A message that DHArch's own takes to its service, or to the application that waits for it.
   *
   * @param by the id of DHArch's message
   * @param isLast whether it says that it is the last (1.0)
   * @param handMillis for how long DHArch's message may have it in hand
   * @param waits how often it was put off
   * @return answers {@link RmAction.GoOn}, {@link RmAction.Later}, {@link RmAction.AnswerStored} or
   *     what a {@link #oneWay} message is answered
   */
  public RmResult request(
      SequenceId id, long number, String by, boolean isLast, long handMillis, int waits) {
    return transact(
        id.value(),
        work -> {
          SinkSequence sink = sink(work, id);
          boolean hasRoom = Sending.hasRoomForResponse(work, sink);
          work.on(sink, new RmEvent.Request(number, by, isLast, handMillis, waits, hasRoom));
        });
  }

  /** A control message at a sink, or what else may happen to its sequence. */
  public RmResult atSink(SequenceId id, RmEvent.AtSink event) {
    return transact(id.value(), work -> work.on(sink(work, id), event));
  }

  private static SinkSequence sink(Transactions work, SequenceId id) {
    return work.sink(id.value()).orElseGet(() -> SinkSequence.unknown(id));
  }

  /**
   * The response of a request, or a fault, is on its way out. It becomes a message of the offered
   * sequence, or is kept with the request.
   *
   * @return answers {@link RmAction.Respond}, {@link RmAction.AnswerStored} if there was another
   *     response before, or {@link RmAction.PassOn}
   */
  public RmResult served(SequenceId id, long number, Response response) {
    return transact(id.value(), work -> Sending.served(work, sink(work, id), number, response));
  }

  /** A request has ended that has no response: a response of ours that its application took. */
  public RmResult served(SequenceId id, long number) {
    return atSink(id, new RmEvent.Served(number, 0, Optional.empty()));
  }

  /**
   * How a delivery ended.
   *
   * @param by the emission's id
   */
  public RmResult delivered(String key, long number, String by, boolean isDelivered) {
    underway.over(by);
    RmEvent.AtSink event =
        isDelivered ? new RmEvent.Delivered(number) : new RmEvent.NotDelivered(number, by);
    for (int n = 1; ; n++) {
      try {
        return atSink(new SequenceId(key), event);
      } catch (ConflictException e) {
        if (n == NOTE_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Renews the leases of the deliveries that this node has under way; to be called by a timer. */
  public RmResult renew(long nowMillis) {
    RmResult all = RmResult.NOTHING;
    for (Underway.Delivery delivery : underway.toRenew(nowMillis)) {
      RmEvent.AtSink still = new RmEvent.StillDelivering(delivery.number(), delivery.by());
      all = all.and(byTime(() -> atSink(new SequenceId(delivery.key()), still)));
    }
    return all;
  }

  // ---- at a source

  /**
   * A message is to be sent reliably, in the sequence that there is on these terms, or in a new
   * one.
   *
   * @return answers {@link RmAction.SendNow}, {@link RmAction.Later} or {@link RmAction.Refuse}
   */
  public RmResult send(SendRequest request) {
    SequenceId key = newId();
    SequenceId offered = newId();
    return transact(request.terms().endpoint(), work -> Sending.send(work, request, key, offered));
  }

  /** Something about a source's sequence of this name on the wire. */
  public RmResult atSource(SequenceId id, RmEvent.AtSource event) {
    return transact(id.value(), work -> work.named(id).ifPresent(source -> work.on(source, event)));
  }

  /** Something about a source's sequence of this key. */
  public RmResult atSource(String key, RmEvent.AtSource event) {
    return transact(key, work -> work.source(key).ifPresent(source -> work.on(source, event)));
  }

  /** The sink has created the sequence of this key. */
  public RmResult created(String key, SequenceAnswer answer) {
    return transact(
        key,
        work -> {
          long until = Creation.until(work, answer.expiresMillis());
          RmEvent.Created event = new RmEvent.Created(answer.id(), until, answer.acceptsOffer());
          Creation.created(work, key, event, answer.acksTo());
        });
  }

  /**
   * Who has no address fetches the next message that waits for it (WS-MakeConnection).
   *
   * @param address the one that stands for who has none
   * @return answers {@link RmAction.HandOver}, or nothing if none waits
   */
  public RmResult fetch(String address) {
    return transact(address, work -> Sending.handOver(work, address));
  }

  // ---- by time, and by hand

  /**
   * Does what is due, of {@code limit} sequences at most; to be called by a timer, and again at
   * once if there were so many.
   *
   * @throws StoreException if the store fails, and nothing was done
   */
  public RmResult due(int limit) {
    RmResult all = RmResult.NOTHING;
    for (String key : store.lease(node, settings.leaseMillis(), limit)) {
      try {
        all = all.and(byTime(() -> transact(key, work -> time(work, key))));
      } catch (StoreException e) {
        if (all.directives().isEmpty()) {
          throw e;
        }
        return all; // it is in the store already, and nobody else would do it soon
      }
    }
    return all;
  }

  private static void time(Transactions work, String key) {
    Optional<RmSequence> sequence = work.sequence(key);
    if (sequence.isPresent() && sequence.get().dueAt() <= work.now()) {
      if (sequence.get() instanceof SinkSequence sink) {
        work.on(sink, new RmEvent.SinkTime());
      } else if (sequence.get() instanceof SourceSequence source) {
        work.on(source, new RmEvent.SourceTime());
      }
    }
  }

  /** An operator ends the sequence of this key; one that is over already, for good. */
  public RmResult end(String key, String reason) {
    return transact(
        key,
        work -> {
          work.sink(key).ifPresent(sink -> work.on(sink, new RmEvent.Ended(reason)));
          work.source(key).ifPresent(source -> work.on(source, new RmEvent.Abandoned(reason)));
        });
  }

  /** The sequences that are kept, by their keys, from the one after {@code after} on. */
  public List<RmSequence> sequences(String after, int limit) {
    return store.transact(
        "",
        tx -> tx.keys(after, limit).stream().map(tx::sequence).flatMap(Optional::stream).toList());
  }

  /** What another node was faster with need not be done, and comes again if it must. */
  private static RmResult byTime(Supplier<RmResult> work) {
    try {
      return work.get();
    } catch (ConflictException e) {
      return RmResult.NOTHING;
    }
  }

  private RmResult transact(String about, Consumer<Transactions> work) {
    RmResult result =
        store.transact(
            about,
            tx -> {
              Transactions transactions = new Transactions(tx, settings, random);
              work.accept(transactions);
              return transactions.result();
            });
    underway.note(result);
    return result;
  }

  private SequenceId newId() {
    return SequenceId.of(new UUID(random.nextLong(), random.nextLong()));
  }
}
