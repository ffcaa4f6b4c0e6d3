package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Merge;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fault E1: a body with more elements of a name than 16 bits count. Each change comes to its own,
 * and as many as there are travel at once.
 */
@Tag("long")
class ManyPartsTest {
  private static final int LINES = 70_000;
  private static final QName ORDER = new QName("urn:o", "order");
  private static final QName LINE = new QName("urn:o", "line");
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);

  private static byte[] envelope(List<Integer> changed) {
    StringBuilder text = new StringBuilder();
    text.append("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>");
    text.append("<o:order xmlns:o='urn:o'>");
    boolean[] is = new boolean[LINES];
    changed.forEach(line -> is[line] = true);
    for (int line = 0; line < LINES; line++) {
      text.append(is[line] ? changed(line) : "<o:line>" + line + "</o:line>");
    }
    text.append("</o:order></s:Body></s:Envelope>");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String changed(int line) {
    return "<o:line>new " + line + "</o:line>";
  }

  private static HandlerResult changing(List<Integer> lines) {
    Changes.Builder changes = Changes.builder();
    for (int line : lines) {
      changes.replace(
          Part.element(List.of(new Part.Step(ORDER, 0), new Part.Step(LINE, line))),
          changed(line).getBytes(StandardCharsets.UTF_8));
    }
    return result(changes.build());
  }

  private static HandlerResult result(Changes changes) {
    return HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 0, 0, changes);
  }

  private static byte[] merged(List<Integer> lines) {
    HandlerResult result = changing(lines);
    assertEquals(Optional.empty(), new ResultCheck(Limits.DEFAULT).problem(result));
    Reply reply = new Reply(new MessageId(1, 2), 9, new NodeId("n", "1"), List.of(result));
    Reply there = FORMAT.reply(CODEC.decode(CODEC.encode(FORMAT.encode(reply))));
    Changes changes = there.results().get(0).changes();
    return Merge.apply(envelope(List.of()), changes, Limits.DEFAULT);
  }

  private static void assertChangedLines(List<Integer> lines) {
    assertEquals(
        new String(envelope(lines), StandardCharsets.UTF_8),
        new String(merged(lines), StandardCharsets.UTF_8));
  }

  @Test
  void aChangeOfALinePast65535ChangesThatLine() {
    for (int line : List.of(0, 65_535, 65_536, 69_999)) {
      assertChangedLines(List.of(line));
    }
  }

  @Test
  void allLinesAtOnceTravel() {
    assertChangedLines(IntStream.range(0, LINES).boxed().toList());
  }

  @Test
  void moreHeaderBlocksThanAResultCanNameAreRefusedByName() {
    Changes.Builder changes = Changes.builder();
    for (int i = 0; i <= Short.MAX_VALUE; i++) {
      changes.processed(new HeaderRef(LINE, i));
    }
    String problem = new ResultCheck(Limits.DEFAULT).problem(result(changes.build())).orElseThrow();
    assertTrue(problem.contains("32768 > maxHeaderRefs=32767"), problem);
  }
}
