package org.dharch.ws.eventing;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.ws.eventing.SubscriptionStore.Numbered;
import org.dharch.ws.eventing.SubscriptionStore.Numbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterIndexTest {
  private final FilterIndex index = new FilterIndex();

  private static Event event(String topic, String content) {
    return new Event(
        "event-1",
        "urn:x:fire",
        Optional.of(topic).filter(it -> !it.isEmpty()),
        bytes(
            "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
                + content
                + "</s:Body></s:Envelope>"),
        bytes(content));
  }

  private void add(Filter... filters) {
    List<Numbered> all = new ArrayList<>();
    for (Filter filter : filters) {
      all.add(new Numbered(index.highest() + all.size() + 1, filter));
    }
    index.add(all);
  }

  private static Filter onEvent(String xpath) {
    return Filter.xpath(Filter.Kind.EVENT, xpath, Map.of("x", "urn:x"));
  }

  @Test
  void topicMatchesAncestors() {
    add(
        Filter.topic("/sensor"), // 1
        Filter.topic("/sensor/california"), // 2
        Filter.topic("/sensor/california/3"), // 3
        Filter.topic("/sensor/cal"), // 4
        Filter.ALL); // 5
    assertArrayEquals(
        new long[] {1, 2, 5}, index.match(event("/sensor/california", "<a/>")).filters());
    assertArrayEquals(new long[] {5}, index.match(event("", "<a/>")).filters());
    assertArrayEquals(new long[] {5}, index.match(event("no topic", "<a/>")).filters());
  }

  @Test
  void xpathReadsEventOrMessage() {
    add(
        onEvent("/x:fire[x:strength > 7]"), // 1
        onEvent("/x:fire[x:strength > 8]"), // 2
        Filter.xpath(
            Filter.Kind.MESSAGE,
            "/s:Envelope/s:Body/x:fire",
            Map.of("x", "urn:x", "s", "http://www.w3.org/2003/05/soap-envelope")), // 3
        onEvent("/s:fire".replace("s:", "x:") + " = 'no'"), // 4
        onEvent("count(//x:*)")); // 5: a number that is not 0
    Event event = event("", "<fire xmlns='urn:x'><strength>8</strength></fire>");
    assertArrayEquals(new long[] {1, 3, 5}, index.match(event).filters());
  }

  @Test
  void equalFiltersAreOne() {
    Filter one = Filter.xpath(Filter.Kind.EVENT, "/p:a", Map.of("p", "urn:x", "q", "urn:y"));
    Filter other = Filter.xpath(Filter.Kind.EVENT, "/p:a", Map.of("p", "urn:x", "z", "urn:z"));
    assertEquals(one, other);
    assertEquals(one, Filter.of(one.kind(), one.expression(), one.bindings()));
  }

  @Test
  void retainRemovesOnlyOldFilters() {
    add(Filter.topic("/a"), onEvent("/x:a"), Filter.ALL, Filter.topic("/b"));
    index.retain(new Numbers(3, Set.of(1L)));

    assertArrayEquals(new long[] {1}, index.match(event("/a", "<a xmlns='urn:x'/>")).filters());
    assertArrayEquals(new long[] {4}, index.match(event("/b", "<a xmlns='urn:x'/>")).filters());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "count(//*[count(//*[count(//*) > 0]) > 0]) > 0",
        "//*[count(//*//*//*//*) > 0]",
        "count(//*/following::*/preceding::*/ancestor::*) > 0",
      })
  void expensiveXpathDoesNotStarveOthers(String xpath) {
    add(onEvent(xpath), onEvent("/x:a"));
    for (int i = 0; i < 60; i++) { // more than the budget of all would be gone
      add(onEvent(xpath + " and " + i + " < 100"));
    }
    Event event = event("", "<a xmlns='urn:x'>" + "<b><c/></b>".repeat(500) + "</a>");
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          FilterIndex.Matches first = index.match(event);
          assertEquals(61, first.exceeded());
          assertArrayEquals(new long[] {2}, first.filters());
          // from now on these come last: a hundred more that are cheap are all found
          for (int i = 0; i < 100; i++) {
            add(onEvent("/x:a[" + (i + 1) + " > 0]"));
          }
          assertEquals(101, index.match(event).filters().length);
        });
  }

  @Test
  void boundsNestingOfExpressions() {
    for (String text :
        List.of("-".repeat(4_000) + "1", "(".repeat(2_000) + "1", "a[".repeat(900))) {
      try {
        add(onEvent(text));
        index.match(event("", "<a xmlns='urn:x'/>"));
      } catch (IllegalArgumentException e) {
        assertTrue(e.getMessage().contains("evaluated"), e.getMessage());
      }
    }
  }

  @Test
  void rejectsDocumentTypeInEvent() {
    add(onEvent("/x:a"));
    Event event = event("", "<!DOCTYPE a [<!ENTITY b 'c'>]><a xmlns='urn:x'>&b;</a>");
    assertThrows(org.dharch.core.message.MalformedMessageException.class, () -> index.match(event));
  }

  @Test
  void rejectsInvalidTopics() {
    for (String path :
        List.of(
            "",
            "/",
            "sensor",
            "/sensor/",
            "//sensor",
            "/a b",
            "/a".repeat(33),
            "/" + "a".repeat(129))) {
      assertThrows(IllegalArgumentException.class, () -> Filter.topic(path), path);
    }
  }
}
