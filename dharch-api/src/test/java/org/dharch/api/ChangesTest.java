package org.dharch.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes.Verdict;
import org.junit.jupiter.api.Test;

/** The verdicts of a handler, and their exclusions. */
class ChangesTest {
  private static final byte[] BYTES = {1, 2, 3};

  private static Emission emission() {
    return new Emission(
        new MessageId(0, 1),
        Target.Endpoint.of(URI.create("http://a.example/")),
        "urn:a",
        BYTES,
        MessageProperties.empty(),
        Optional.empty(),
        Duration.ofSeconds(1));
  }

  private static String refused(Changes.Builder builder) {
    return assertThrows(IllegalStateException.class, builder::build).getMessage();
  }

  @Test
  void verdictIsNeitherAnEnvelopeChangeNorEmpty() {
    Changes respond = Changes.builder().respond(BYTES).property("a", 1).build();
    assertFalse(respond.isEmpty());
    assertFalse(respond.touchesEnvelope());
    assertArrayEquals(BYTES, ((Verdict.Respond) respond.verdict().orElseThrow()).envelope());
    assertEquals(Optional.of(new Verdict.Accept()), Changes.builder().accept().build().verdict());
    Changes emits = Changes.builder().emit(emission()).build();
    assertFalse(emits.isEmpty());
    assertEquals(1, emits.emissions().size());
    assertTrue(Changes.NONE.verdict().isEmpty());
  }

  @Test
  void verdictsExcludeEachOther() {
    Changes.Builder answered = Changes.builder().respond(BYTES);
    String reason = assertThrows(IllegalStateException.class, answered::accept).getMessage();
    assertEquals("the message is already to be answered; it cannot also be accepted", reason);
    Changes defer = Changes.builder().defer(Duration.ofMillis(1)).build();
    assertThrows(IllegalStateException.class, () -> Changes.builder().accept().addAll(defer));
  }

  @Test
  void verdictsExcludeEnvelopeChangesAndDeferExcludesAll() {
    assertEquals(
        "the message is to be answered; its envelope cannot be changed too",
        refused(Changes.builder().respond(BYTES).addHeader(BYTES)));
    assertEquals(
        "a deferred message must not be changed",
        refused(Changes.builder().defer(Duration.ofSeconds(1)).property("a", 1)));
    assertEquals(
        1,
        Changes.builder().defer(Duration.ofSeconds(1)).emit(emission()).build().emissions().size());
  }

  @Test
  void valuesOutOfBoundsAreRejectedWithTheBound() {
    Changes.Builder builder = Changes.builder();
    assertThrows(IllegalArgumentException.class, () -> builder.defer(Duration.ZERO));
    String late =
        assertThrows(IllegalArgumentException.class, () -> builder.defer(Duration.ofDays(2)))
            .getMessage();
    assertEquals("delay must be between PT0.001S and PT24H (got PT48H)", late);
    for (int i = 0; i < Emission.MAX_PER_RESULT; i++) {
      builder.emit(emission());
    }
    assertEquals(
        "emissions must be at most 1000 (got 1001)",
        assertThrows(IllegalStateException.class, () -> builder.emit(emission())).getMessage());
    assertEquals(
        "addresses must be 1 to 1000 (got 0)",
        assertThrows(IllegalArgumentException.class, () -> new Target.Endpoint(List.of()))
            .getMessage());
  }
}
