package org.dharch.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Timeline;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.ProcessOrigin;
import org.junit.jupiter.api.Test;

/** Questions to managers and their answers, as bytes and back. */
final class QueryReplyFormatTest {
  private static final MessageId ASK = new MessageId(3, 4);
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);
  private static final ProcessOrigin ORIGIN = new ProcessOrigin("1.0", "host", 7, 1234);
  private static final Fault FAULT = new Fault(Fault.Code.HANDLER_FAILED, "H", "it threw");

  private static DMFormat carried(DMFormat message) {
    return CODEC.decode(CODEC.encode(message));
  }

  private static MessageProgress.Step step(String state) {
    return new MessageProgress.Step(
        2, "H", "PERFORM", state, "n~1", 3, Duration.ofMillis(9), Optional.of(FAULT));
  }

  private static MessageProgress message(long number, String reason) {
    MessageId id = new MessageId(1, number);
    Timeline timeline =
        new Timeline(
            id,
            "o",
            1,
            2,
            List.of(new Timeline.Attempt(0, "H", "n~1", 1, 0, 10, 1, 5, "performed", -1)),
            3,
            List.of("a note"));
    return new MessageProgress(
        new MessageProgress.Target("Service", "operation", "in"),
        MessageProgress.State.EXECUTING,
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        Duration.ofSeconds(1),
        2,
        List.of(step("SENT"), step("PERFORMED")),
        List.of("G", "F"),
        Optional.of(new Fault(Fault.Code.DEADLINE, "", reason)),
        timeline);
  }

  private static ManagerQueryReply there(ManagerQueryReply answer, boolean whole) {
    DMFormat message = carried(QueryReplyFormat.encode(ASK, answer, whole));
    assertEquals(ASK, message.id());
    return QueryReplyFormat.answer("m", message);
  }

  @Test
  void queryRoundTrips() {
    MessageProgress.Filter filter =
        new MessageProgress.Filter(
            Optional.of("S"),
            Optional.of("n"),
            Duration.ofSeconds(5),
            true,
            17,
            Set.of(MessageProgress.State.FAILED, MessageProgress.State.WAITING),
            Optional.of("ä€"));
    for (MessageQuery question :
        List.of(
            MessageQuery.of(filter),
            MessageQuery.of(new MessageId(8, 9)),
            MessageQuery.of(MessageProgress.Filter.UNDER_WAY))) {
      DMFormat message = carried(QueryFormat.encode(ASK, question));
      assertEquals(question, QueryFormat.question(message));
    }
  }

  @Test
  void replyRoundTripsAndIsShortInLists() {
    ManagerQueryReply answer = new ManagerQueryReply("m", ORIGIN, 5, List.of(message(1, "late")));
    assertEquals(answer, there(answer, true));
    MessageProgress brief = there(answer, false).messages().get(0);
    assertEquals(List.of(step("SENT")), brief.steps(), "what is settled holds nothing");
    assertEquals(List.of("G", "F"), brief.toCompensate());
    assertEquals(List.of(), brief.timeline().attempts());
    assertEquals(answer.messages().get(0).fault(), brief.fault());
  }

  @Test
  void whatIsTooMuchIsLeftOutAndCounted() {
    List<MessageProgress> many = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      many.add(message(i, "x".repeat(10_000)));
    }
    ManagerQueryReply answer = new ManagerQueryReply("m", ORIGIN, 5000, many);
    DMFormat message = QueryReplyFormat.encode(ASK, answer, false);
    assertTrue(message.payload().length <= QueryReplyFormat.MOST_BYTES + 1000);
    ManagerQueryReply there = QueryReplyFormat.answer("m", carried(message));
    assertEquals(5000, there.matched());
    assertTrue(there.messages().size() > 90 && there.messages().size() < 120);
    assertEquals(new MessageId(1, 0), there.messages().get(0).id(), "the first ones");
  }

  @Test
  void cutOffAnywhereItIsRefused() {
    DMFormat question = QueryFormat.encode(ASK, MessageQuery.of(new MessageId(8, 9)));
    ManagerQueryReply says = new ManagerQueryReply("m", ORIGIN, 1, List.of(message(1, "late")));
    DMFormat answer = QueryReplyFormat.encode(ASK, says, true);
    for (DMFormat whole : List.of(question, answer)) {
      for (int length = 0; length < whole.payload().length; length++) {
        byte[] cut = Arrays.copyOf(whole.payload(), length);
        DMFormat bad = DMFormat.of(ASK, whole.properties(), cut);
        assertThrows(
            MalformedMessageException.class,
            () -> {
              if (whole.equals(question)) {
                QueryFormat.question(bad);
              } else {
                QueryReplyFormat.answer("m", bad);
              }
            });
      }
    }
    assertThrows(MalformedMessageException.class, () -> QueryFormat.question(answer));
    assertThrows(MalformedMessageException.class, () -> QueryReplyFormat.answer("m", question));
  }

  /** A network doubles and delays, and managers do not know of each other. */
  @Test
  void eachManagerCountsOnceAndForItsQuestionOnly() {
    ManagerQueryReplies answers = new ManagerQueryReplies(ASK);
    ManagerQueryReply one = new ManagerQueryReply("m", ORIGIN, 0, List.of());
    assertTrue(answers.take("m", QueryReplyFormat.encode(ASK, one, false)));
    assertFalse(answers.take("m", QueryReplyFormat.encode(ASK, one, false)));
    assertFalse(answers.take("k", QueryReplyFormat.encode(new MessageId(0, 1), one, false)));
    assertTrue(answers.take("k", QueryReplyFormat.encode(ASK, one, false)));
    assertEquals(
        List.of("k", "m"), answers.list().stream().map(ManagerQueryReply::manager).toList());
  }
}
