package org.dharch.core.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultFormat;
import org.junit.jupiter.api.Test;

/** What is at a bound may leave, and what is past it not. */
class ResultCheckTest {
  private static final Limits SMALL = new Limits(16 << 20, 2, 3, 1 << 16, 2, 1);

  private static HandlerResult result(Changes.Builder changes) {
    return HandlerResult.of(0, 1, HandlerResult.Status.PERFORMED, "", 0, 0, changes.build());
  }

  private static String problem(Changes.Builder changes) {
    return new ResultCheck(SMALL).problem(result(changes)).orElse("");
  }

  private static Changes.Builder headers(int count) {
    Changes.Builder changes = Changes.builder();
    IntStream.range(0, count).forEach(i -> changes.addHeader(new byte[] {'<'}));
    return changes;
  }

  private static Changes.Builder properties(int count, boolean removed) {
    Changes.Builder changes = Changes.builder();
    IntStream.range(0, count)
        .forEach(
            i -> {
              if (removed) {
                changes.removeProperty("p" + i);
              } else {
                changes.property("p" + i, i);
              }
            });
    return changes;
  }

  private static Changes.Builder processed(int count) {
    Changes.Builder changes = Changes.builder();
    IntStream.range(0, count)
        .forEach(i -> changes.processed(new HeaderRef(new QName("urn:h", "h"), i)));
    return changes;
  }

  private static Changes.Builder deep(int depth) {
    List<Part.Step> path =
        IntStream.range(0, depth)
            .mapToObj(i -> new Part.Step(new QName("urn:b", "e"), 0))
            .collect(Collectors.toList());
    return Changes.builder().replace(Part.element(path), new byte[] {'<'});
  }

  @Test
  void countsAreBounded() {
    assertEquals("", problem(headers(SMALL.maxHeaderBlocks())));
    assertEquals(
        "added header blocks="
            + (SMALL.maxHeaderBlocks() + 1)
            + " > maxHeaderBlocks="
            + SMALL.maxHeaderBlocks(),
        problem(headers(SMALL.maxHeaderBlocks() + 1)));
    for (boolean removed : new boolean[] {false, true}) {
      assertEquals("", problem(properties(SMALL.maxProperties(), removed)));
      assertEquals(
          "changed properties="
              + (SMALL.maxProperties() + 1)
              + " > maxProperties="
              + SMALL.maxProperties(),
          problem(properties(SMALL.maxProperties() + 1, removed)));
    }
    int most = ResultFormat.HEADERS.most();
    assertEquals("", problem(processed(most)));
    assertEquals(
        "header blocks=" + (most + 1) + " > " + ResultFormat.HEADERS.name() + "=" + most,
        problem(processed(most + 1)));
    assertEquals("", problem(deep(SMALL.maxDepth())));
    assertEquals(
        "a part's depth=" + (SMALL.maxDepth() + 1) + " > maxDepth=" + SMALL.maxDepth(),
        problem(deep(SMALL.maxDepth() + 1)));
  }

  @Test
  void bytesAreBounded() {
    HandlerResult result = result(headers(1));
    int bytes = (int) result.size();
    assertEquals(Optional.empty(), bounded(bytes).problem(result));
    assertEquals(
        Optional.of("the handler's result=" + bytes + " > maxPayloadBytes=" + (bytes - 1)),
        bounded(bytes - 1).problem(result));
  }

  private static ResultCheck bounded(int bytes) {
    return new ResultCheck(new Limits(bytes, 64, 64, 64, 64, 1));
  }
}
