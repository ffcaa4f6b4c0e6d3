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
    assertTrue(ways.broker(0, true).again().isEmpty());
    assertEquals(Way.BROKER, ways.send(NODE, "a", 1));
    assertEquals(0, ways.held());
  }

  @Test
  void aLinkCarriesWhetherOrNotTheBrokerIsThere() {
    ways.linked(NODE);
    assertEquals(Way.LINK, ways.send(NODE, "a", 1));
    ways.broker(0, true);
    assertEquals(Way.LINK, ways.send(NODE, "b", 1));
    assertEquals(Way.BROKER, ways.send(OTHER, "c", 1));
    assertEquals(List.of("a"), ways.next(NODE, 1, 100));
    assertEquals(List.of("b"), ways.next(NODE, 9, 100));
    assertEquals(List.of(), ways.next(NODE, 9, 100));
  }

  @Test
  void aFullLinkTakesNothingUntilSomethingIsDone() {
    ways.broker(0, true);
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
    ways.broker(0, true);
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
    assertEquals(List.of(new Parcel<>(OTHER, "b", 1)), ways.broker(0, true).again());
    assertTrue(ways.broker(0, true).again().isEmpty());
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
    assertEquals(List.of("b1", "a2", "b2"), items(ways.broker(0, true).again()));
  }

  @Test
  void aNodeIsGoneWhenNeitherSeesIt() {
    ways.broker(0, true);
    assertTrue(ways.unseen(NODE, 0));
    ways.linked(NODE);
    ways.send(NODE, "a", 1);
    assertFalse(ways.unseen(NODE, 0));
    NodeWays.Broken<String> broken = ways.broken(NODE);
    assertTrue(broken.gone());
    assertTrue(broken.again().isEmpty());
  }

  @Test
  void aNodeThatTheBrokerSeesAgainIsNotGone() {
    ways.broker(0, true);
    ways.linked(NODE);
    assertFalse(ways.unseen(NODE, 0));
    ways.seen(NODE, 0);
    assertFalse(ways.broken(NODE).gone());
  }

  /** Of two brokers, neither of which knows the other. */
  @Test
  void sendsByTheBrokerOfTheLatestHeartbeat() {
    NodeWays<String> two = new NodeWays<>(3, 100, 2);
    assertTrue(two.broker(1, true).turned());
    assertEquals(1, two.brokerOf(NODE), "the one that is there");
    two.seen(NODE, 0);
    assertEquals(Way.NONE, two.send(NODE, "a", 1));
    assertFalse(two.broker(0, true).turned(), "there was a broker before");
    assertEquals(Way.BROKER, two.send(NODE, "a", 1));
    assertEquals(0, two.brokerOf(NODE));
    assertTrue(two.seen(NODE, 1).moved());
    assertFalse(two.seen(NODE, 1).moved());
    assertEquals(1, two.brokerOf(NODE));
    assertFalse(two.unseen(NODE, 0), "it has left that");
    assertTrue(two.unseen(NODE, 1));
  }

  @Test
  void nodeOfALostBrokerIsCutOffOnceIfAnotherBrokerIsUp() {
    NodeWays<String> two = new NodeWays<>(3, 100, 2);
    two.broker(0, true);
    two.broker(1, true);
    two.seen(NODE, 0);
    two.seen(OTHER, 1);
    NodeWays.RouteChange<String> lost = two.broker(0, false);
    assertEquals(List.of(NODE), lost.cut());
    assertFalse(lost.turned());
    NodeWays.RouteChange<String> last = two.broker(1, false);
    assertEquals(List.of(), last.cut(), "where none is left all wait");
    assertTrue(last.turned());
    NodeWays.RouteChange<String> back = two.broker(0, true);
    assertEquals(List.of(OTHER), back.cut());
    assertTrue(back.turned());
    assertEquals(List.of(), two.broker(0, true).cut());
    assertFalse(two.seen(OTHER, 0).moved(), "that was said when it was cut off");
  }

  @Test
  void aLinkKeepsANodeFromBeingCutOff() {
    NodeWays<String> two = new NodeWays<>(3, 100, 2);
    two.broker(0, true);
    two.broker(1, true);
    two.seen(NODE, 0);
    two.linked(NODE);
    two.send(NODE, "a", 1);
    assertEquals(List.of(), two.broker(0, false).cut());
    NodeWays.Broken<String> broken = two.broken(NODE);
    assertTrue(broken.cut());
    assertFalse(broken.gone());
    assertEquals(List.of("a"), items(two.seen(NODE, 1).again()), "by the other broker");
    assertEquals(0, two.held());
  }

  @Test
  void aSecondLinkIsAFault() {
    ways.linked(NODE);
    assertThrows(IllegalStateException.class, () -> ways.linked(NODE));
    assertEquals(Optional.of(0), ways.on(NODE));
    assertEquals(Optional.empty(), ways.on(OTHER));
  }
}
