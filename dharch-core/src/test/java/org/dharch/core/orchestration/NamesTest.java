package org.dharch.core.orchestration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "-a", ".a", "ä", "a/b", "a\n", "<a>"})
  void aProgramNamesNothingAsNoDocumentCould(String name) {
    HandlerEntry good = HandlerEntry.of("good");
    HandlerEntry undone = good.atomicity(Atomicity.ATOMIC).compensator(name);
    refused("handler='" + name + "' is no name", Stage.of(name));
    refused("compensator='" + name + "' is no name", Stage.of(undone));
    refused("node='" + name + "' is no name", Stage.of(good.node(name)));
    refused(
        "handler='" + name + "' is no name",
        Stage.of("good"),
        Sequence.of(Stage.of("caught")).onFault(OnFault.any(Stage.of(name))));
    if (!name.isEmpty()) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> Orchestration.of(name, Stage.of("good")));
      assertTrue(e.getMessage().contains("orchestration='" + name + "' is no name"), e::toString);
    }
  }

  @Test
  void whatIsAllowedIs() {
    String longest = "_" + "a".repeat(99);
    assertEquals(longest, Orchestration.of(longest, Stage.of("A-1.b_")).name());
    refused("handler='" + longest + "a'", Stage.of(longest + "a"));
  }

  private static void refused(String said, Construct... parts) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Orchestration.of("some", parts));
    assertTrue(e.getMessage().startsWith("orchestration 'some': " + said), e::toString);
    assertTrue(e.getMessage().contains("letters, digits"), e::toString);
  }
}
