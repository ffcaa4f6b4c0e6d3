package org.dharch.core.orchestration.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;

class RulePrefilterTest {
  private static final Orchestrations ORCHESTRATIONS =
      OrchestrationDocument.parse(
          "test",
          """
          <orchestrations xmlns='urn:dharch:orchestration:1'>
            <orchestration name='short' deadline='2s'><handler name='h'/></orchestration>
            <orchestration name='long' deadline='5m'><handler name='h'/></orchestration>
            <orchestration name='open'><handler name='h'/></orchestration>
            <rule orchestration='short' flow='in' service='S' operation='o'/>
            <rule orchestration='long' flow='in' service='S' action='a'/>
            <rule orchestration='open' flow='out' service='S'/>
          </orchestrations>
          """);

  private static boolean any(String operation, String action, Direction flow) {
    RulePrefilter prefilter =
        new RulePrefilter("S", Optional.ofNullable(operation), Optional.ofNullable(action));
    return prefilter.any(ORCHESTRATIONS, Set.of(flow));
  }

  private static Duration deadline(String operation, String action, Direction flow) {
    RulePrefilter prefilter =
        new RulePrefilter("S", Optional.ofNullable(operation), Optional.ofNullable(action));
    return prefilter.deadline(ORCHESTRATIONS, flow, Duration.ofSeconds(30));
  }

  @Test
  void unknownFieldsMatchAnyRule() {
    assertTrue(any("o", "x", Direction.IN));
    assertTrue(any("x", "a", Direction.IN));
    assertTrue(any(null, "x", Direction.IN));
    assertTrue(any("x", null, Direction.IN));
    assertFalse(any("x", "x", Direction.IN));
    assertTrue(any("x", "x", Direction.OUT));
    assertFalse(any("o", "a", Direction.OUT_FAULT));
    RulePrefilter other = new RulePrefilter("T", Optional.empty(), Optional.empty());
    assertFalse(other.any(ORCHESTRATIONS, EnumSet.allOf(Direction.class)));
  }

  @Test
  void longestPossibleDeadlineIsUsed() {
    assertEquals(Duration.ofSeconds(2), deadline("o", "x", Direction.IN));
    assertEquals(Duration.ofMinutes(5), deadline("o", "a", Direction.IN));
    assertEquals(Duration.ofSeconds(30), deadline("x", "x", Direction.IN), "none may");
    assertEquals(Duration.ofSeconds(30), deadline("o", "a", Direction.OUT), "it says none");
  }
}
