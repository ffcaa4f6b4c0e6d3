package org.dharch.cmanager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@link HeardManagers}: which calls a node answers at once. */
class HeardManagersTest {
  private final HeardManagers heard = new HeardManagers();

  @Test
  void theFirstCallOfAManagerIsAnswered() {
    assertTrue(heard.hear("a"));
    assertTrue(heard.hear("b"));
    assertEquals("a,b", heard.shown());
  }

  @Test
  void notEachOfVeryManyCallsIsAnswered() {
    assertTrue(IntStream.range(0, 10_000).filter(i -> heard.hear("a")).count() < 10_000);
  }

  @Test
  void aCallOnANewConnectionIsAnsweredHoweverShortATimeAgoTheLastWas() {
    heard.hear("a");
    for (int i = 0; i < 10; i++) {
      heard.begin();
      assertTrue(heard.hear("a"), "connection " + i);
    }
  }

  @Test
  void ofMoreThan32TheLatestAreKept() {
    IntStream.range(0, 40).forEach(i -> heard.hear("m" + i));
    assertEquals(32, heard.shown().split(",").length);
    assertTrue(heard.shown().endsWith("m39"));
  }

  @Test
  void whatIsNoManagersNameIsNotHeard() {
    assertFalse(heard.hear(""));
    assertFalse(heard.hear("a,b"));
    assertFalse(heard.hear("x".repeat(41)));
    assertEquals("", heard.shown());
  }
}
