package org.dharch.ws.rm.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.Ranges;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.SequenceMessages;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every store does. */
abstract class RmStoreContract {
  private RmStore store;

  /** One that is empty. */
  abstract RmStore open();

  /** By its own clock, which goes on by itself or stands still. */
  abstract long now();

  /** Moves its clock on, if it can be. */
  abstract boolean advance(long millis);

  RmStore store() {
    if (store == null) {
      store = open();
    }
    return store;
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private <T> T in(RmStore.Work<T> work) {
    return store().transact("", work);
  }

  final void put(RmSequence... sequences) {
    in(
        tx -> {
          for (RmSequence sequence : sequences) {
            tx.put(sequence);
          }
          return null;
        });
  }

  static RmMessage message(long number, MessageState state, long due, String by) {
    return new RmMessage(number, state, by, 0, 0, 0, due, 0, 3, false);
  }

  final void keep(String key, RmMessage... messages) {
    in(
        tx -> {
          tx.put(tx.sequence(key).orElseThrow());
          for (RmMessage message : messages) {
            tx.put(key, message, ("e" + message.number() + "!").getBytes(UTF_8));
          }
          return null;
        });
  }

  final <T> T messages(String key, java.util.function.Function<SequenceMessages, T> question) {
    return in(tx -> question.apply(tx.messages(key)));
  }

  private static List<Long> numbers(List<RmMessage> messages) {
    return messages.stream().map(RmMessage::number).toList();
  }

  // ---- sequences

  @Test
  void roundTripsSequences() {
    SinkSequence sink = Sequences.everySinkField();
    SourceSequence source = Sequences.everySourceField();
    SourceSequence creating = Sequences.source("urn:a:creating", "there");
    put(sink, source, creating);
    assertEquals(Optional.of(sink), in(tx -> tx.sequence(sink.key())));
    assertEquals(Optional.of(source), in(tx -> tx.sequence(source.key())));
    assertEquals(Optional.of(creating), in(tx -> tx.sequence(creating.key())));
    assertEquals(Optional.empty(), in(tx -> tx.sequence("urn:a:other")));
  }

  @Test
  void listsKeysInPages() {
    put(Sequences.sink("urn:a:3"), Sequences.sink("urn:a:1"), Sequences.sink("urn:a:2"));
    assertEquals(List.of("urn:a:1", "urn:a:2"), in(tx -> tx.keys("", 2)));
    assertEquals(List.of("urn:a:3"), in(tx -> tx.keys("urn:a:2", 2)));
  }

  @Test
  void findsSequencesByPurpose() {
    SinkSequence sink = Sequences.everySinkField();
    SourceSequence named = Sequences.everySourceField();
    SourceSequence open = Sequences.source("urn:a:open", "there");
    put(sink, named, open);
    assertEquals(Optional.of(sink), in(tx -> tx.createdBy(sink.terms().createdBy())));
    assertEquals(Optional.empty(), in(tx -> tx.createdBy("")));
    assertEquals(Optional.of(named), in(tx -> tx.named(named.id().orElseThrow())));
    assertEquals(Optional.empty(), in(tx -> tx.named(new SequenceId("urn:a:nobody"))));
    assertEquals(Optional.of(open), in(tx -> tx.openTo(open.terms())));
    assertEquals(
        Optional.empty(), in(tx -> tx.openTo(Sequences.source("urn:a:x", "elsewhere").terms())));
  }

  /** Also those that another job of the same commit has written. */
  @Test
  void findsPolledSequences() {
    SourceSequence one = Sequences.source("urn:a:1", Terms.fetched("urn:mc:1", "<EPR/>"));
    SourceSequence two = Sequences.source("urn:a:2", Terms.fetched("urn:mc:1", "<EPR/>"));
    put(one, Sequences.source("urn:a:3", Terms.fetched("urn:mc:2", "<EPR/>")));
    put(two, Sequences.source("urn:a:4", "urn:mc:1"), Sequences.sink("urn:a:5"));
    assertEquals(List.of(one, two), in(tx -> tx.fetchedBy("urn:mc:1")));
    assertEquals(List.of(), in(tx -> tx.fetchedBy("urn:mc:3")));
    assertEquals(Optional.empty(), in(tx -> tx.openTo(one.terms())));
  }

  @Test
  void readsOwnWrites() {
    SourceSequence open = Sequences.source("urn:a:open", "there");
    boolean isFound =
        in(
            tx -> {
              tx.put(open);
              tx.put(open.key(), message(1, MessageState.SENT, 5, "me"), new byte[3]);
              return tx.openTo(open.terms()).isPresent() && tx.ownedBy("me").isPresent();
            });
    assertTrue(isFound);
    assertEquals(Optional.of(open), in(tx -> tx.ownedBy("me")));
  }

  @Test
  void removesSequenceWithMessages() {
    put(Sequences.sink("urn:a:1"), Sequences.sink("urn:a:2"));
    keep("urn:a:1", message(1, MessageState.HELD, 5, ""));
    keep("urn:a:2", message(1, MessageState.HELD, 5, ""));
    in(
        tx -> {
          tx.remove("urn:a:1");
          return null;
        });
    assertEquals(Optional.empty(), in(tx -> tx.sequence("urn:a:1")));
    assertEquals(Optional.empty(), messages("urn:a:1", held -> held.at(1)));
    assertEquals(new RmUsage(1, 1, 3), in(RmTransaction::usage));
  }

  // ---- messages

  @Test
  void roundTripsMessages() {
    put(Sequences.sink("urn:a:1"));
    RmMessage every =
        new RmMessage(7, MessageState.ANSWERED, "hand", 9, 4, 11, 12, Long.MAX_VALUE, 3, true);
    keep("urn:a:1", every);
    assertEquals(Optional.of(every), messages("urn:a:1", held -> held.at(7)));
    assertEquals(Optional.empty(), messages("urn:a:1", held -> held.at(8)));
    assertEquals(Optional.of(every), messages("urn:a:1", held -> held.ownedBy("hand")));
    assertEquals(Optional.empty(), messages("urn:a:1", held -> held.ownedBy("")));
    byte[] envelope = in(tx -> tx.envelope("urn:a:1", 7)).orElseThrow();
    assertArrayEquals("e7!".getBytes(UTF_8), envelope);
  }

  @Test
  void queriesMessages() {
    put(Sequences.sink("urn:a:1"), Sequences.sink("urn:a:2"));
    keep(
        "urn:a:1",
        message(1, MessageState.HELD, 50, ""),
        message(2, MessageState.HELD, 40, ""),
        message(3, MessageState.DELIVERING, 45, "x"),
        message(4, MessageState.HELD, 60, ""),
        message(5, MessageState.HELD, Long.MAX_VALUE, ""));
    keep("urn:a:2", message(1, MessageState.HELD, 41, ""));
    MessageState state = MessageState.HELD;
    assertEquals(List.of(1L, 2L, 4L), numbers(messages("urn:a:1", held -> held.in(state, 3))));
    assertEquals(List.of(2L, 1L), numbers(messages("urn:a:1", held -> held.due(state, 50, 9))));
    assertEquals(List.of(2L), numbers(messages("urn:a:1", held -> held.due(state, 50, 1))));
    assertEquals(List.of(2L, 3L), numbers(messages("urn:a:1", held -> held.between(2, 4, 2))));
    assertEquals(50L, (long) this.<Long>messages("urn:a:1", held -> held.nextDue(45)));
    assertEquals(Long.MAX_VALUE, (long) this.<Long>messages("urn:a:1", held -> held.nextDue(60)));
  }

  @Test
  void findsRequestsByResponses() {
    put(Sequences.sink("urn:a:1"));
    for (long n = 1; n <= 4; n++) {
      MessageState state = n == 4 ? MessageState.SENT : MessageState.ANSWERED;
      keep("urn:a:1", new RmMessage(n, state, "h" + n, 10 + n, 0, 0, 5, 0, 3, false));
    }
    assertEquals(List.of(2L, 3L), numbers(messages("urn:a:1", held -> held.withReplies(12, 99))));
  }

  @Test
  void keepsEnvelopeUntilReplacedOrDeleted() {
    put(Sequences.sink("urn:a:1"));
    keep("urn:a:1", message(1, MessageState.HELD, 5, ""));
    change("urn:a:1", message(1, MessageState.DELIVERING, 6, "x"), Optional.empty());
    assertArrayEquals("e1!".getBytes(UTF_8), in(tx -> tx.envelope("urn:a:1", 1)).orElseThrow());
    RmMessage wire = new RmMessage(1, MessageState.SENT, "", 0, 0, 0, 6, 0, 5, true);
    change("urn:a:1", wire, Optional.of("wired".getBytes(UTF_8)));
    assertArrayEquals("wired".getBytes(UTF_8), in(tx -> tx.envelope("urn:a:1", 1)).orElseThrow());
    assertEquals(new RmUsage(1, 1, 5), in(RmTransaction::usage));
    RmMessage bare = new RmMessage(1, MessageState.ACKNOWLEDGED, "", 0, 0, 0, 6, 0, 0, false);
    change("urn:a:1", bare, Optional.empty());
    assertEquals(Optional.empty(), in(tx -> tx.envelope("urn:a:1", 1)));
    assertEquals(new RmUsage(1, 1, 0), in(RmTransaction::usage));
  }

  private void change(String key, RmMessage message, Optional<byte[]> envelope) {
    in(
        tx -> {
          tx.put(tx.sequence(key).orElseThrow());
          if (envelope.isPresent()) {
            tx.put(key, message, envelope.get());
          } else {
            tx.put(key, message);
          }
          return null;
        });
  }

  @Test
  void forgetsMessages() {
    put(Sequences.sink("urn:a:1"));
    for (long n = 1; n <= 6; n++) {
      keep("urn:a:1", message(n, MessageState.HELD, 5, ""));
    }
    in(
        tx -> {
          tx.put(tx.sequence("urn:a:1").orElseThrow());
          tx.forget("urn:a:1", Ranges.disjoint(1, 2, 4, 5));
          tx.put("urn:a:1", message(7, MessageState.HELD, 5, ""), new byte[3]);
          return null;
        });
    assertEquals(List.of(3L, 6L, 7L), numbers(messages("urn:a:1", held -> held.between(1, 9, 9))));
    assertEquals(new RmUsage(1, 3, 9), in(RmTransaction::usage));
  }

  @Test
  void rejectsReadOfChangedMessages() {
    put(Sequences.sink("urn:a:1"));
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                in(
                    tx -> {
                      tx.put(tx.sequence("urn:a:1").orElseThrow());
                      tx.put("urn:a:1", message(1, MessageState.HELD, 5, ""), new byte[3]);
                      return tx.messages("urn:a:1").at(1);
                    }));
    assertEquals("messages of urn:a:1 were changed in this transaction", refused.getMessage());
    assertEquals(Optional.empty(), messages("urn:a:1", held -> held.at(1)));
  }

  // ---- transactions

  @Test
  void rollsBackFailedWork() {
    put(Sequences.sink("urn:a:1"));
    IllegalArgumentException own =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                in(
                    tx -> {
                      tx.put(Sequences.sink("urn:a:2"));
                      tx.remove("urn:a:1");
                      throw new IllegalArgumentException("mine");
                    }));
    assertEquals("mine", own.getMessage());
    assertEquals(List.of("urn:a:1"), in(tx -> tx.keys("", 9)));
    assertEquals(new RmUsage(1, 0, 0), in(RmTransaction::usage));
  }

  @Test
  void createSequenceIsUnique() {
    SinkSequence first = Sequences.everySinkField();
    put(first);
    SinkSequence second = SinkSequence.none(new SequenceId("urn:a:second"), first.terms());
    assertThrows(ConflictException.class, () -> put(second));
    assertEquals(Optional.empty(), in(tx -> tx.sequence("urn:a:second")));
  }

  @Test
  void messageHasOneNumber() {
    put(Sequences.source("urn:a:1", "there"), Sequences.source("urn:a:2", "there"));
    keep("urn:a:1", message(1, MessageState.SENT, 5, "me"));
    assertThrows(
        ConflictException.class, () -> keep("urn:a:2", message(1, MessageState.SENT, 5, "me")));
    assertEquals(Optional.empty(), messages("urn:a:2", held -> held.at(1)));
    assertEquals(new RmUsage(2, 1, 3), in(RmTransaction::usage));
    keep("urn:a:1", message(1, MessageState.SENT, 5, "me"));
  }

  @Test
  void concurrentThreadsLoseNoUpdates() throws Exception {
    put(Sequences.source("urn:a:1", "there"));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int t = 0; t < 200; t++) {
        int nth = t;
        done.add(
            threads.submit(
                () ->
                    store()
                        .transact(
                            "urn:a:1",
                            tx -> {
                              SourceSequence was =
                                  (SourceSequence) tx.sequence("urn:a:1").orElseThrow();
                              tx.put(Sequences.taken(was, was.numbers().taken() + 1));
                              tx.put(
                                  "urn:a:1",
                                  message(
                                      was.numbers().taken() + 1, MessageState.SENT, 5, "t" + nth),
                                  new byte[3]);
                              return null;
                            })));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdown();
    }
    SourceSequence end = (SourceSequence) in(tx -> tx.sequence("urn:a:1")).orElseThrow();
    assertEquals(200, end.numbers().taken());
    assertEquals(new RmUsage(1, 200, 600), in(RmTransaction::usage));
  }

  // ---- leases

  @Test
  void leasesDueSequenceToOneNode() {
    long now = now();
    put(
        Sequences.due("urn:a:later", now + 60_000),
        Sequences.due("urn:a:second", now - 5),
        Sequences.due("urn:a:first", now - 10));
    assertEquals(List.of("urn:a:first"), store().lease("one", 10_000, 1));
    assertEquals(List.of("urn:a:second"), store().lease("two", 10_000, 5));
    assertEquals(List.of(), store().lease("three", 10_000, 5));
    assertEquals(List.of("urn:a:first"), store().lease("one", 10_000, 5));
  }

  @Test
  void changeEndsLease() {
    put(Sequences.due("urn:a:1", now() - 5));
    assertEquals(List.of("urn:a:1"), store().lease("one", 60_000, 5));
    put(Sequences.due("urn:a:1", now() - 5));
    assertEquals(List.of("urn:a:1"), store().lease("two", 60_000, 5));
  }

  @Test
  void leaseExpires() {
    put(Sequences.due("urn:a:1", now() - 5));
    assertEquals(List.of("urn:a:1"), store().lease("one", 1, 5));
    if (advance(5)) {
      assertEquals(List.of("urn:a:1"), store().lease("two", 60_000, 5));
    }
  }
}
