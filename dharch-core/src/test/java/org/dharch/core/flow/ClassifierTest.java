package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.junit.jupiter.api.Test;

/** What flow control sees in a message. */
class ClassifierTest {
  private static final byte[] ENVELOPE =
      ("<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
              + "<o><line/><line/><line/></o></s:Body></s:Envelope>")
          .getBytes(StandardCharsets.UTF_8);
  private static final XPathNumber LINES = new XPathNumber("count(//line)", Map.of());
  private static final MessageMatch URGENT =
      MessageMatch.when(new XPathCondition("//urgent", Map.of()));

  private static Submission message(Direction way, String operation, Map<String, String> output) {
    MessageProperties properties = MessageProperties.empty();
    for (Map.Entry<String, String> each : output.entrySet()) {
      properties = properties.with(each.getKey(), each.getValue());
    }
    return Submission.of(
            way, "S", operation, "urn:action", new MessageContent(ENVELOPE, properties, Set.of()))
        .client("me");
  }

  private static Classifier.Verdict of(FlowControl flow, Submission message) {
    return new Classifier(flow)
        .of(message, new MessageView(ENVELOPE, message.properties(), Limits.DEFAULT));
  }

  private static String jobClass(JobClassRule.By by, Map<String, String> output) {
    JobClassRule other = new JobClassRule("other", MessageMatch.operation("other"), by);
    JobClassRule rule = new JobClassRule("order", MessageMatch.operation("buy"), by);
    FlowControl flow = FlowControl.DEFAULT.classes(List.of(other, rule));
    return of(flow, message(Direction.IN, "buy", output)).jobClass();
  }

  private static String group(Selection.GroupBy by, Map<String, String> output) {
    Selection fair = new Selection.Fair(Duration.ofSeconds(1), by, Map.of());
    FlowControl flow = FlowControl.DEFAULT.selection(fair);
    return of(flow, message(Direction.IN, "buy", output)).group();
  }

  @Test
  void classFollowsItsRule() {
    assertEquals("order", jobClass(new JobClassRule.By.Nothing(), Map.of()));
    assertEquals("order=3", jobClass(new JobClassRule.By.Count(LINES), Map.of()));
    assertEquals(
        "order=" + Magnitude.of(ENVELOPE.length), jobClass(new JobClassRule.By.Size(), Map.of()));
    JobClassRule.By byTenant = new JobClassRule.By.Property("tenant");
    assertEquals("order=gold", jobClass(byTenant, Map.of("tenant", "gold")));
    assertEquals("order=none", jobClass(byTenant, Map.of()));
    assertEquals("order=" + "x".repeat(100), jobClass(byTenant, Map.of("tenant", "x".repeat(101))));
  }

  @Test
  void unmatchedMessagesUseServiceOperationAndDirection() {
    assertEquals("S/buy", jobClassWithoutRule(Direction.IN, "buy"));
    assertEquals("S/urn:action", jobClassWithoutRule(Direction.IN, ""));
    assertEquals("S/buy (" + Direction.OUT + ")", jobClassWithoutRule(Direction.OUT, "buy"));
  }

  private static String jobClassWithoutRule(Direction way, String operation) {
    return of(FlowControl.DEFAULT, message(way, operation, Map.of())).jobClass();
  }

  @Test
  void weightBelongsToTheClassifyingValue() {
    assertEquals("me", group(new Selection.GroupBy.Client(), Map.of()));
    assertEquals("S/buy", group(new Selection.GroupBy.Operation(), Map.of()));
    assertEquals("", group(new Selection.GroupBy.Nothing(), Map.of()));
    assertEquals("gold", group(new Selection.GroupBy.Property("tenant"), Map.of("tenant", "gold")));
    assertEquals("", group(new Selection.GroupBy.Property("tenant"), Map.of()));
    FlowControl shortest =
        FlowControl.DEFAULT.selection(
            new Selection.Shortest(Duration.ofSeconds(1), new Selection.GroupBy.Operation()));
    assertEquals("S/buy", of(shortest, message(Direction.IN, "buy", Map.of())).group());
    assertEquals("", of(FlowControl.DEFAULT, message(Direction.IN, "buy", Map.of())).group());
  }

  @Test
  void firstMatchingRuleSetsPriority() {
    FlowControl flow =
        FlowControl.DEFAULT.priorities(
            List.of(new PriorityRule(9, URGENT), new PriorityRule(2, MessageMatch.ALL)));
    assertEquals(2, of(flow, message(Direction.IN, "buy", Map.of())).priority());
    assertEquals(4, of(FlowControl.DEFAULT, message(Direction.IN, "buy", Map.of())).priority());
  }

  @Test
  void envelopeIsParsedOnlyForRulesThatNeedIt() {
    assertFalse(FlowControl.DEFAULT.rules().readsEnvelope());
    assertTrue(reads(new PriorityRule(9, URGENT)));
    assertFalse(reads(new PriorityRule(9, MessageMatch.ALL)));
    assertTrue(reads(URGENT, new JobClassRule.By.Nothing()));
    assertTrue(reads(MessageMatch.ALL, new JobClassRule.By.Size()));
    assertTrue(reads(MessageMatch.ALL, new JobClassRule.By.Count(LINES)));
    assertFalse(reads(MessageMatch.ALL, new JobClassRule.By.Nothing()));
    assertFalse(reads(MessageMatch.ALL, new JobClassRule.By.Property("tenant")));
  }

  private static boolean reads(PriorityRule rule) {
    return FlowControl.DEFAULT.priorities(List.of(rule)).rules().readsEnvelope();
  }

  private static boolean reads(MessageMatch match, JobClassRule.By by) {
    return FlowControl.DEFAULT
        .classes(List.of(new JobClassRule("c", match, by)))
        .rules()
        .readsEnvelope();
  }
}
