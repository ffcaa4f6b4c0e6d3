package org.dharch.core.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DidYouMeanTest {
  private static final List<String> NAMES = List.of("Security", "Logger", "A", "Compressor");

  @Test
  void suggestsSimilarNames() {
    assertEquals(Optional.of("Security"), DidYouMean.nearest("Securty", NAMES));
    assertEquals(Optional.of("Security"), DidYouMean.nearest("Secuirty", NAMES));
    assertEquals(Optional.of("Logger"), DidYouMean.nearest("LOGGER", NAMES));
    assertEquals(Optional.of("Compressor"), DidYouMean.nearest("Decompressor", NAMES));
    assertEquals("; did you mean 'Logger'?", DidYouMean.question("Loger", NAMES));
  }

  @Test
  void doesNotSuggestDissimilarNames() {
    assertEquals(Optional.empty(), DidYouMean.nearest("Monitor", NAMES));
    assertEquals("", DidYouMean.question("Monitor", NAMES));
    assertEquals(Optional.empty(), DidYouMean.nearest("x", List.of()));
  }
}
