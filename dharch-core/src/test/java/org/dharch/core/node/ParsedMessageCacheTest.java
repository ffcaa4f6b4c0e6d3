package org.dharch.core.node;

import static org.dharch.core.node.NodeBench.speculativeBatch;
import static org.dharch.core.node.NodeBench.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.envelope.MergedMessage;
import org.dharch.core.spi.FormHandler;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** What handlers leave to each other, and which task a worker takes because of that. */
class ParsedMessageCacheTest {
  /** Says yes or no to what it is told that it has become. */
  private record Said(String what, boolean follows) implements FormHandler.Form {
    @Override
    public boolean becomes(byte[] envelope, Set<HeaderRef> processed) {
      return follows;
    }
  }

  private static final Said FORM = new Said("form", true);
  private static final MergedMessage MERGED =
      new MergedMessage(Utf8.bytes("<merged/>"), MessageProperties.empty(), Set.of());

  private static final long SIZE = 10;

  private final ParsedMessageQuota capacity = new ParsedMessageQuota(2, 3 * SIZE);
  private final ParsedMessageCache forms = new ParsedMessageCache(capacity);

  private FormHandler.Forms here() {
    return forms.here(SIZE, false);
  }

  private Optional<Said> taken() {
    return here().take(Said.class);
  }

  private static Changes change(String block) {
    return Changes.builder().addHeader(Utf8.bytes(block)).build();
  }

  @Test
  void whatIsLeftIsTakenOnce() {
    assertEquals(Optional.empty(), taken());
    here().leave(FORM, Changes.NONE);
    here().leave(new Said("another", true), Changes.NONE);
    assertEquals(Optional.of(FORM), taken());
    assertEquals(Optional.empty(), taken(), "nobody else has it");
  }

  @Test
  void whatIsOfAnotherTypeStays() {
    here().leave(FORM, Changes.NONE);
    record Other() implements FormHandler.Form {
      @Override
      public boolean becomes(byte[] envelope, Set<HeaderRef> processed) {
        return true;
      }
    }
    assertEquals(Optional.empty(), here().take(Other.class));
    assertEquals(Optional.of(FORM), taken());
  }

  @Test
  void whatWasChangedIsForTheNextStageOnly() {
    Changes changes = change("<a/>");
    here().leave(FORM, changes);
    assertEquals(Optional.empty(), taken(), "in this stage the message is not yet so");
    forms.next(MERGED, List.of(Changes.NONE, changes));
    assertEquals(Optional.of(FORM), taken());
  }

  @Test
  void whatIsNotTheMergedMessageIsThrownAway() {
    Changes changes = change("<a/>");
    here().leave(new Said("another", false), changes);
    forms.next(MERGED, List.of(changes));
    assertEquals(Optional.empty(), taken(), "it says that it is not");

    here().leave(FORM, changes);
    forms.next(MERGED, List.of(changes, change("<b/>")));
    assertEquals(Optional.empty(), taken(), "two have changed the message");

    here().leave(FORM, changes);
    forms.next(MERGED, List.of(change("<a/>")));
    assertEquals(Optional.empty(), taken(), "the result is another one");

    here().leave(FORM, Changes.NONE);
    forms.next(MERGED, List.of(change("<a/>")));
    assertEquals(Optional.empty(), taken(), "it says what the message said before");
  }

  @Test
  void propertiesAreNoChangeOfAForm() {
    Changes changes = Changes.builder().property("p", 1).build();
    here().leave(FORM, changes);
    forms.next(MERGED, List.of(changes));
    assertEquals(Optional.of(FORM), taken());
  }

  @Test
  void whatComesTooLateIsNotThere() {
    FormHandler.Forms before = here();
    Changes changes = change("<a/>");
    forms.next(MERGED, List.of(changes));
    before.leave(FORM, Changes.NONE);
    before.leave(FORM, changes);
    forms.next(MERGED, List.of());
    assertEquals(Optional.empty(), taken());
    here().leave(FORM, Changes.NONE);
    assertEquals(Optional.empty(), before.take(Said.class), "nor is it to be had");
  }

  @Test
  void theLastHandlerKeepsNothing() {
    forms.here(SIZE, true).leave(FORM, Changes.NONE);
    assertEquals(Optional.empty(), taken());
    assertTrue(capacity.isEmpty());
  }

  @Test
  void thereIsRoomForSoManyAndForSoMuch() {
    List<ParsedMessageCache> all =
        List.of(forms, new ParsedMessageCache(capacity), new ParsedMessageCache(capacity));
    all.forEach(each -> each.here(SIZE, false).leave(FORM, Changes.NONE));
    assertEquals(
        List.of(true, true, false), all.stream().map(ParsedMessageCache::isThere).toList(), "two");
    assertEquals(Optional.of(FORM), taken());
    all.get(2).here(3 * SIZE, false).leave(FORM, Changes.NONE);
    assertFalse(all.get(2).isThere(), "it is too large");
    all.get(2).here(2 * SIZE, false).leave(FORM, Changes.NONE);
    assertTrue(all.get(2).isThere());
  }

  @Test
  void thereIsRoomAgainWhateverBecomesOfAForm() {
    Changes changes = change("<a/>");
    here().leave(FORM, Changes.NONE);
    here().leave(FORM, changes);
    forms.next(MERGED, List.of(changes));
    assertEquals(Optional.of(FORM), taken(), "that of the stage before is thrown away");
    assertTrue(capacity.isEmpty());
    here().leave(new Said("another", false), changes);
    forms.next(MERGED, List.of(changes));
    assertTrue(capacity.isEmpty());
    here().leave(FORM, changes);
    here().leave(FORM, changes);
    here().leave(FORM, Changes.NONE);
    forms.close();
    assertTrue(capacity.isEmpty(), "the task batch has ended");
    here().leave(FORM, Changes.NONE);
    assertTrue(capacity.isEmpty(), "a call that was given up comes back");
  }

  // ---- on a node

  private final List<String> seen = new ArrayList<>();

  private FormHandler handler(String name) {
    return new FormHandler() {
      @Override
      public Changes handle(HandlerMessage message, Forms others) {
        Said form = others.take(Said.class).orElseGet(() -> new Said("made by " + name, true));
        seen.add(message.id().low() + name + " " + form.what());
        others.leave(form, Changes.NONE);
        return Changes.NONE;
      }

      @Override
      public Changes handle(HandlerMessage message) {
        throw new AssertionError("a node gives it forms");
      }
    };
  }

  private NodeBench bench(int workers) {
    NodeBench bench = new NodeBench();
    bench.builder.workers(workers).handler("A", 4, handler("A")).handler("B", 4, handler("B"));
    return bench.start();
  }

  @Test
  void handlersOfOneMessageShareAFormAndTwoMessagesNone() {
    NodeBench bench = bench(1);
    bench.offer(1, "A", "B");
    bench.offer(2, "A", "B");
    bench.workers.finishAll();
    assertEquals(List.of("1A made by A", "1B made by A", "2A made by A", "2B made by A"), seen);
  }

  @Test
  void aWorkerGoesOnWithTheMessageOfWhichThereIsAForm() {
    NodeBench bench = bench(1);
    bench.offer(speculativeBatch(1, task(0, "A"), task(1, "B")));
    bench.offer(2, "A");
    bench.workers.finishFirst();
    assertEquals(List.of("B"), bench.workers.names(), "though the other message waits longer");
    bench.workers.finishAll();
    assertEquals(List.of("1A made by A", "1B made by A", "2A made by A"), seen);
  }

  @Test
  void othersLeaveItToThatWorkerForAWhile() {
    NodeBench bench = bench(2);
    bench.offer(1, "A");
    bench.offer(2, "A", "B");
    bench.offer(3, "A", "B");
    bench.offer(4, "A", "B");
    TaskRun first = bench.workers.begun.get(0);
    TaskRun second = bench.workers.begun.get(1);
    assertTrue(
        second.run.forms.here(SIZE, false).take(Said.class).isEmpty(), "so it makes its own");
    bench.workers.finish(first);
    assertEquals(3, bench.workers.begun.get(1).key.id().low(), "B of 2 waits for its worker");
    bench.clock.advance(Duration.ofMillis(6));
    bench.workers.finish(bench.workers.begun.get(1));
    assertEquals("B", bench.workers.names().get(1));
    assertEquals(3, bench.workers.begun.get(1).key.id().low(), "of which there is a form");
    bench.workers.finish(bench.workers.begun.get(1));
    assertEquals(2, bench.workers.begun.get(1).key.id().low(), "it has waited for long enough");
    bench.workers.finishAll();
    assertEquals(7, seen.size());
  }
}
