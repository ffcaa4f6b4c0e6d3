package org.dharch.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Names of HTTP headers mean the same in any case (RFC 9110, section 5.1); others do not. */
final class MessagePropertiesTest {
  private static final String X = SoapProperties.HTTP_HEADER + "X-User";
  private static final String x = SoapProperties.HTTP_HEADER + "x-user";

  @Test
  void headerIsFoundInAnySpelling() {
    for (MessageProperties one :
        List.of(
            MessageProperties.of(Map.of(X, "u")),
            MessageProperties.empty().with(X, "u"),
            MessageProperties.empty().merge(Map.of(X, "u"), List.of()),
            MessageProperties.of(Map.of(x, "u")))) {
      for (String name : List.of(X, x, SoapProperties.HTTP_HEADER + "X-USER")) {
        assertEquals("u", one.get(name).orElseThrow());
        assertEquals("u", one.text(name, ""));
        assertEquals("u", one.asMap().get(name));
        assertTrue(one.asMap().containsKey(name));
      }
      assertEquals(Map.of(x, "u"), one.asMap());
      assertEquals(Set.of(x), one.asMap().keySet());
      assertEquals(one, MessageProperties.of(Map.of(x, "u")));
    }
  }

  @Test
  void headerIsSetAndRemovedInAnySpelling() {
    MessageProperties one = MessageProperties.of(Map.of(X, "u", "a", 1));
    assertEquals(Map.of(x, "v", "a", 1), one.with(x, "v").asMap());
    assertEquals(Map.of("a", 1), one.merge(Map.of(), List.of(X)).asMap());
    Changes changes =
        Changes.builder().property(X, "a").property(x, "b").removeProperty(X + "2").build();
    assertEquals(Map.of(x, "b"), changes.properties());
    assertEquals(Set.of(x + "2"), changes.removedProperties());
  }

  @Test
  void headersOfOneNameAreJoinedInOrder() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(X, "a");
    values.put("other", 1);
    values.put(x, "b");
    values.put(SoapProperties.HTTP_HEADER + "Cookie", "p=1");
    values.put(SoapProperties.HTTP_HEADER + "COOKIE", "q=2");
    MessageProperties one = MessageProperties.of(values);
    assertEquals("a, b", one.text(X, ""));
    assertEquals("p=1; q=2", one.text(SoapProperties.HTTP_HEADER + "cookie", ""));
    assertEquals(
        List.of(x, "other", SoapProperties.HTTP_HEADER + "cookie"),
        new ArrayList<>(one.asMap().keySet()));
  }

  @Test
  void otherNamesAreCaseSensitive() {
    MessageProperties one = MessageProperties.of(Map.of("Tenant", 1, "tenant", 2));
    assertEquals(1, one.asMap().get("Tenant"));
    assertEquals(2, one.get("tenant").orElseThrow());
    assertFalse(one.get("TENANT").isPresent());
    assertFalse(one.asMap().containsKey("dharch.HTTP.header.x-user"));
    assertEquals("dharch.soap.Action", MessageProperties.name("dharch.soap.Action"));
    assertEquals(
        SoapProperties.HTTP_HEADER + "\u00c4", // no letter of a header's name
        MessageProperties.name(SoapProperties.HTTP_HEADER + "\u00c4"));
  }

  @Test
  void propertiesAreUnmodifiableAndOfAllowedTypes() {
    Map<String, Object> all = MessageProperties.of(Map.of(X, "u")).asMap();
    assertThrows(UnsupportedOperationException.class, () -> all.put("a", 1));
    assertThrows(UnsupportedOperationException.class, () -> all.remove(x));
    assertThrows(UnsupportedOperationException.class, () -> all.entrySet().clear());
    Map<String, Object> none = new HashMap<>();
    none.put("a", null);
    assertThrows(IllegalArgumentException.class, () -> MessageProperties.of(none));
    assertThrows(
        IllegalArgumentException.class, () -> Changes.builder().property("a", List.of()).build());
  }
}
