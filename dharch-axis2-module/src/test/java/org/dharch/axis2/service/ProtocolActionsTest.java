package org.dharch.axis2.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

/** Which actions are a protocol's. */
class ProtocolActionsTest {
  @Test
  void wholeOnesAndTheBeginningsOfSome() {
    ProtocolActions actions = ProtocolActions.parse(" urn:a  urn:b/*\n\turn:c ");
    assertTrue(actions.contains("urn:a") && actions.contains("urn:c"));
    assertTrue(actions.contains("urn:b/1") && actions.contains("urn:b/"));
    assertFalse(actions.contains("urn:b") || actions.contains("urn:a/") || actions.contains(""));
  }

  @Test
  void allThatHaveOne() {
    ProtocolActions all = ProtocolActions.parse("*");
    assertTrue(all.contains("urn:a"));
    assertFalse(all.contains(""));
  }

  @Test
  void noneIsNone() {
    for (String text : new String[] {"", "  ", "none"}) {
      assertTrue(ProtocolActions.parse(text).isEmpty(), text);
    }
  }

  @Test
  void invalidActionsAreReported() {
    for (String text : new String[] {"**", "a*b", "urn:a urn:**", "*urn"}) {
      DHArchException wrong =
          assertThrows(DHArchException.class, () -> ProtocolActions.parse(text), text);
      assertTrue(
          wrong.getMessage().startsWith("dharch.protocol.actions must "), wrong.getMessage());
    }
    DHArchException many =
        assertThrows(DHArchException.class, () -> ProtocolActions.parse("a ".repeat(1001)));
    assertEquals(
        "dharch.protocol.actions must have at most 1000 actions (got 1001 actions)",
        many.getMessage());
  }
}
