package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.dharch.core.spi.NodeWays;
import org.dharch.core.spi.NodeWays.Parcel;
import org.dharch.core.spi.NodeWays.Way;
import org.dharch.core.wire.NodeId;
import org.junit.jupiter.api.Test;

/** Which way what goes, and what becomes of it. */
class NodeWaysTest {
  private static final NodeId NODE = new NodeId("node", "1");
  private static final NodeId OTHER = new NodeId("other", "1");

  private final NodeWays<String> ways = new NodeWays<>(3, 100);

  private static List<String> items(List<Parcel<String>> parcels) {
    return parcels.stream().map(Parcel::item).toList();
  }

  @Test
  void withoutALinkTheBrokerCarriesWithoutEitherNothing() {
    assertEquals(Way.NONE, ways.send(NODE, "a", 1));
    assertTrue(ways.broker(true).isEmpty());
    assertEquals(Way.BROKER, ways.send(NODE, "a", 1));
    assertEquals(0, ways.held());
  }

  @Test
  void aLinkCarriesWhetherOrNotTheBrokerIsThere() {
    ways.linked(NODE);
    assertEquals(Way.LINK, ways.send(NODE, "a", 1));
    ways.broker(true);
    assertEquals(Way.LINK, ways.send(NODE, "b", 1));
    assertEquals(Way.BROKER, ways.send(OTHER, "c", 1));
    assertEquals(List.of("a"), ways.next(NODE, 1, 100));
    assertEquals(List.of("b"), ways.next(NODE, 9, 100));
    assertEquals(List.of(), ways.next(NODE, 9, 100));
  }

  @Test
  void aFullLinkTakesNothingUntilSomethingIsDone() {
    ways.broker(true);
    ways.linked(NODE);
    assertEquals(Way.LINK, ways.send(NODE, "a", 1000)); // alone it may be larger
    assertEquals(Way.NONE, ways.send(NODE, "b", 1));
    ways.next(NODE, 9, 100);
    assertEquals(Way.NONE, ways.send(NODE, "b", 1));
    ways.done(NODE, 1);
    for (String next : List.of("b", "c", "d")) {
      assertEquals(Way.LINK, ways.send(NODE, next, 1));
    }
    assertEquals(Way.NONE, ways.send(NODE, "e", 1));
  }

  @Test
  void whatIsWrittenTogetherIsBounded() {
    ways.linked(NODE);
    ways.send(NODE, "a", 40);
    ways.send(NODE, "b", 40);
    ways.send(NODE, "c", 10);
    assertEquals(List.of("a"), ways.next(NODE, 9, 50));
    assertEquals(List.of("b", "c"), ways.next(NODE, 9, 50));
  }

  @Test
  void whatIsLeftOfABrokenLinkGoesByTheBrokerInItsOrder() {
    ways.broker(true);
    ways.linked(NODE);
    List.of("a", "b", "c").forEach(item -> ways.send(NODE, item, 1));
    ways.next(NODE, 2, 100);
    ways.done(NODE, 1);
    NodeWays.Broken<String> broken = ways.broken(NODE);
    assertEquals(List.of("b", "c"), items(broken.again()));
    assertFalse(broken.gone());
    assertEquals(0, ways.held());
    assertEquals(Way.BROKER, ways.send(NODE, "d", 1));
    assertTrue(ways.broken(NODE).again().isEmpty());
  }

  @Test
  void withoutTheBrokerItWaitsForWhicheverIsThereFirst() {
    ways.linked(NODE);
    ways.linked(OTHER);
    ways.send(NODE, "a", 1);
    ways.send(OTHER, "b", 1);
    ways.next(NODE, 9, 100);
    assertTrue(ways.broken(NODE).again().isEmpty());
    assertTrue(ways.broken(OTHER).again().isEmpty());
    assertEquals(Way.NONE, ways.send(NODE, "c", 1));
    ways.linked(NODE);
    assertEquals(List.of("a"), ways.next(NODE, 9, 100));
    assertEquals(List.of(new Parcel<>(OTHER, "b", 1)), ways.broker(true));
    assertTrue(ways.broker(true).isEmpty());
    ways.done(NODE, 1); // numbered anew
    assertEquals(0, ways.held());
  }

  @Test
  void ofWhatHasNoWayTheOldestIsDropped() {
    for (int n = 0; n < 3; n++) {
      NodeId node = new NodeId("n" + n, "1");
      ways.linked(node);
      ways.send(node, "a" + n, 45);
      ways.send(node, "b" + n, 1);
      ways.broken(node);
    }
    assertEquals(List.of("b1", "a2", "b2"), items(ways.broker(true)));
  }

  @Test
  void aNodeIsGoneWhenNeitherSeesIt() {
    ways.broker(true);
    assertTrue(ways.unseen(NODE));
    ways.linked(NODE);
    ways.send(NODE, "a", 1);
    assertFalse(ways.unseen(NODE));
    NodeWays.Broken<String> broken = ways.broken(NODE);
    assertTrue(broken.gone());
    assertTrue(broken.again().isEmpty());
  }

  @Test
  void aNodeThatTheBrokerSeesAgainIsNotGone() {
    ways.broker(true);
    ways.linked(NODE);
    assertFalse(ways.unseen(NODE));
    ways.seen(NODE);
    assertFalse(ways.broken(NODE).gone());
  }

  @Test
  void aSecondLinkIsAFault() {
    ways.linked(NODE);
    assertThrows(IllegalStateException.class, () -> ways.linked(NODE));
    assertEquals(Optional.of(0), ways.on(NODE));
    assertEquals(Optional.empty(), ways.on(OTHER));
  }
}
