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
 * Runs reliable messaging at one node. Each event of a sequence is one transaction of the store,
 * whose actions are executed after the commit. Handlers and a timer ({@link #due}) call it. Nodes
 * that share a store may each handle any event. After a {@link ConflictException} the event had no
 * effect and may be repeated. Thread-safe.
 */
public final class RmEngine {
  /** The number of attempts to record the result of a delivery, which is reported only once. */
  private static final int RESULT_ATTEMPTS = 20;

  private final RmStore store;
  private final RmSettings settings;
  private final RandomGenerator random;
  private final String node;
  private final ActiveDeliveries deliveries;

  /**
   * @param random must be thread-safe
   * @param node the unique name of this node's incarnation
   */
  public RmEngine(RmStore store, RmSettings settings, RandomGenerator random, String node) {
    this.store = store;
    this.settings = settings;
    this.random = random;
    this.node = node;
    deliveries = new ActiveDeliveries(settings);
  }

  // ---- sink

  /**
   * Creates a sequence.
   *
   * @return answers {@link RmAction.Granted}, the same for a repeated request, or {@link
   *     RmAction.Refuse}
   */
  public RmResult create(SequenceRequest request) {
    SequenceId id = newId();
    String sourceKey = newId().value();
    return transact(
        request.terms().createdBy(), work -> Creation.create(work, request, id, sourceKey));
  }

  /**
   * Handles a message without its own response.
   *
   * @param isLast whether it has LastMessage (1.0)
   * @param isEmpty whether it is the empty LastMessage
   */
  public RmResult oneWay(
      SequenceId id, long number, boolean isLast, boolean isEmpty, byte[] envelope) {
    return transact(
        id.value(),
        work -> {
          boolean hasCapacity = work.hasCapacityFor(0, 1, envelope.length);
          work.on(
              sink(work, id), new RmEvent.OneWay(number, isLast, isEmpty, envelope, hasCapacity));
        });
  }

  /**
   * Handles a message that its DHArch message carries to the service or to the waiting application.
   *
   * @param messageId the id of the DHArch message
   * @param isLast whether it has LastMessage (1.0)
   * @param ownershipMillis how long the DHArch message may own it
   * @param waits how often it was deferred
   * @return answers {@link RmAction.Continue}, {@link RmAction.Defer}, {@link
   *     RmAction.AnswerStored} or an answer of {@link #oneWay}
   */
  public RmResult request(
      SequenceId id,
      long number,
      String messageId,
      boolean isLast,
      long ownershipMillis,
      int waits) {
    return transact(
        id.value(),
        work -> {
          SinkSequence sink = sink(work, id);
          boolean hasCapacity = Sending.hasCapacityForResponse(work, sink);
          work.on(
              sink,
              new RmEvent.Request(number, messageId, isLast, ownershipMillis, waits, hasCapacity));
        });
  }

  public RmResult atSink(SequenceId id, RmEvent.AtSink event) {
    return transact(id.value(), work -> work.on(sink(work, id), event));
  }

  private static SinkSequence sink(Transactions work, SequenceId id) {
    return work.sink(id.value()).orElseGet(() -> SinkSequence.unknown(id));
  }

  /**
   * Handles the response or fault of a request: adds it to the offered sequence or stores it with
   * the request.
   *
   * @return answers {@link RmAction.Respond}, {@link RmAction.AnswerStored} if there was a response
   *     before, or {@link RmAction.SendUnchanged}
   */
  public RmResult served(SequenceId id, long number, Response response) {
    return transact(id.value(), work -> Sending.served(work, sink(work, id), number, response));
  }

  /** Ends a request that is a response itself, which the application received. */
  public RmResult served(SequenceId id, long number) {
    return atSink(id, new RmEvent.Served(number, 0, Optional.empty()));
  }

  /**
   * Records the result of a delivery.
   *
   * @param messageId the emission's id
   */
  public RmResult delivered(String key, long number, String messageId, boolean isDelivered) {
    deliveries.remove(messageId);
    RmEvent.AtSink event =
        isDelivered ? new RmEvent.Delivered(number) : new RmEvent.NotDelivered(number, messageId);
    for (int n = 1; ; n++) {
      try {
        return atSink(new SequenceId(key), event);
      } catch (ConflictException e) {
        if (n == RESULT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Renews the leases of this node's active deliveries; called by a timer. */
  public RmResult renew(long nowMillis) {
    RmResult all = RmResult.NOTHING;
    for (ActiveDeliveries.Delivery delivery : deliveries.toRenew(nowMillis)) {
      RmEvent.AtSink renewal = new RmEvent.LeaseRenewed(delivery.number(), delivery.owner());
      all = all.plus(ignoringConflicts(() -> atSink(new SequenceId(delivery.key()), renewal)));
    }
    return all;
  }

  // ---- source

  /**
   * Sends a message in a sequence with these terms; creates the sequence if necessary.
   *
   * @return answers {@link RmAction.SendNow}, {@link RmAction.Defer} or {@link RmAction.Refuse}
   */
  public RmResult send(SendRequest request) {
    SequenceId key = newId();
    SequenceId offered = newId();
    return transact(request.terms().endpoint(), work -> Sending.send(work, request, key, offered));
  }

  /** Handles an event of the sequence with this identifier. */
  public RmResult atSource(SequenceId id, RmEvent.AtSource event) {
    return transact(id.value(), work -> work.named(id).ifPresent(source -> work.on(source, event)));
  }

  /** Handles an event of the sequence with this key. */
  public RmResult atSource(String key, RmEvent.AtSource event) {
    return transact(key, work -> work.source(key).ifPresent(source -> work.on(source, event)));
  }

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
   * Handles a MakeConnection of an endpoint without an address.
   *
   * @param address the address in the MakeConnection
   * @return answers {@link RmAction.ReturnMessage}, or nothing if no message is pending
   */
  public RmResult fetch(String address) {
    return transact(address, work -> Sending.returnPending(work, address));
  }

  // ---- timer and operator

  /**
   * Runs due actions of at most {@code limit} sequences. A timer calls it, immediately again after
   * a full batch.
   *
   * @throws StoreException if the store fails; then nothing was done
   */
  public RmResult due(int limit) {
    RmResult all = RmResult.NOTHING;
    for (String key : store.lease(node, settings.leaseMillis(), limit)) {
      try {
        all = all.plus(ignoringConflicts(() -> transact(key, work -> time(work, key))));
      } catch (StoreException e) {
        if (all.directives().isEmpty()) {
          throw e;
        }
        return all; // already committed, and no other node would execute it soon
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

  /** Ends a sequence on behalf of an operator; deletes it if it has ended already. */
  public RmResult end(String key, String reason) {
    return transact(
        key,
        work -> {
          work.sink(key).ifPresent(sink -> work.on(sink, new RmEvent.Ended(reason)));
          work.source(key).ifPresent(source -> work.on(source, new RmEvent.Abandoned(reason)));
        });
  }

  /** Lists sequences by key, starting after {@code after}. */
  public List<RmSequence> sequences(String after, int limit) {
    return store.transact(
        "",
        tx -> tx.keys(after, limit).stream().map(tx::sequence).flatMap(Optional::stream).toList());
  }

  /** Ignores conflicts with other nodes, which did the work. Otherwise the timer repeats it. */
  private static RmResult ignoringConflicts(Supplier<RmResult> work) {
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
    deliveries.register(result);
    return result;
  }

  private SequenceId newId() {
    return SequenceId.of(new UUID(random.nextLong(), random.nextLong()));
  }
}
