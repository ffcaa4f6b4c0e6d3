package org.dharch.core.node.parsed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.core.message.MessageContent;
import org.dharch.core.spi.FormHandler;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Parsed messages that handlers leave to each other. */
class ParsedMessageCacheTest {
  /** Says yes or no to what it is told that it has become. */
  private record Said(String what, boolean follows) implements FormHandler.Form {
    @Override
    public boolean becomes(byte[] envelope, Set<HeaderRef> processed) {
      return follows;
    }
  }

  private static final Said FORM = new Said("form", true);
  private static final MessageContent MERGED = MessageContent.of(Utf8.bytes("<merged/>"));

  private static final long SIZE = 10;

  private final ParsedMessageQuota capacity = new ParsedMessageQuota(2, 3 * SIZE);
  private final ParsedMessageCache forms = new ParsedMessageCache(capacity);

  private boolean isEmpty() {
    return capacity.forms == 0 && capacity.bytes == 0;
  }

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
  void lateFormIsNotCached() {
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
    assertTrue(isEmpty());
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
    assertTrue(isEmpty());
    here().leave(new Said("another", false), changes);
    forms.next(MERGED, List.of(changes));
    assertTrue(isEmpty());
    here().leave(FORM, changes);
    here().leave(FORM, changes);
    here().leave(FORM, Changes.NONE);
    forms.close();
    assertTrue(isEmpty(), "the task batch has ended");
    here().leave(FORM, Changes.NONE);
    assertTrue(isEmpty(), "an abandoned call returns");
  }
}
