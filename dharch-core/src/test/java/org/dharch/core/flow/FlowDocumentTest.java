package org.dharch.core.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.DocumentException;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;

/** The flow document, and what docs/flow-control.md shows of it. */
class FlowDocumentTest {
  private static final Map<String, String> ORDERS = Map.of("o", "urn:example:orders");

  private static FlowControl parse(String content) {
    return FlowDocument.parse("f", "<flow xmlns='urn:dharch:flow:1'>" + content + "</flow>");
  }

  private static String errors(String content) {
    return assertThrows(DocumentException.class, () -> parse(content)).getMessage();
  }

  @Test
  void documentationExampleIsValid() throws Exception {
    Path example = DocsPage.example("flow.xml");
    assertTrue(DocsPage.of("flow-control.md").shows("xml", example));
    FlowControl flow = FlowDocument.read(example);
    assertEquals(
        FlowControl.DEFAULT
            .concurrencyLimit(
                ConcurrencyLimitSetting.adaptive(
                    ConcurrencyLimitSetting.Algorithm.VEGAS, 20, 2, 200))
            .scope(ConcurrencyLimitScope.REQUEST)
            .queueBound(5000)
            .waitingLimit(Duration.ofSeconds(10))
            .retryAfter(Duration.ofSeconds(2))
            .selection(
                new Selection.Shortest(Duration.ofSeconds(5), new Selection.GroupBy.Nothing()))
            .classes(
                List.of(
                    new JobClassRule(
                        "order",
                        MessageMatch.operation("createOrder"),
                        new JobClassRule.By.Count(new XPathNumber("count(//o:line)", ORDERS))),
                    new JobClassRule(
                        "report", MessageMatch.operation("report"), new JobClassRule.By.Size())))
            .nodes(
                ConcurrencyLimitSetting.adaptive(ConcurrencyLimitSetting.Algorithm.AIMD, 16, 1, 64)
                    .congestion(Duration.ofMillis(500)))
            .handlers(Map.of("decryption", 8)),
        flow);
  }

  @Test
  void unsetSettingsKeepDefaults() {
    assertEquals(FlowControl.DEFAULT, parse(""));
    assertEquals(
        FlowControl.DEFAULT.concurrencyLimit(ConcurrencyLimitSetting.fixed(7)),
        parse("<concurrencyLimit size='7'/>"));
  }

  @Test
  void prioritiesAndWeightsAreParsed() {
    FlowControl urgent =
        parse(
            "<selection policy='priority' ageing='1s'>"
                + "<priority level='9' test='//*[@urgent]'/>"
                + "<priority level='2' service='S' property='p' equals='v'/></selection>");
    assertEquals(new Selection.Priority(Duration.ofSeconds(1)), urgent.selection());
    assertEquals(
        List.of(
            new PriorityRule(9, MessageMatch.when(new XPathCondition("//*[@urgent]", Map.of()))),
            new PriorityRule(
                2,
                new MessageMatch(
                    Optional.of("S"),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(PropertyCondition.is("p", "v"))))),
        urgent.rules().priorities());
    FlowControl fair =
        parse(
            "<waiting limit='7s'/><selection policy='fair-share' by='property:tenant'>"
                + "<weight of='gold' value='4'/></selection>");
    assertEquals(
        new Selection.Fair(
            Duration.ofSeconds(7), new Selection.GroupBy.Property("tenant"), Map.of("gold", 4.0)),
        fair.selection());
    assertEquals(
        new Selection.Shortest(Selection.DEFAULT_AGEING, new Selection.GroupBy.Operation()),
        parse("<selection policy='shortest-job' by='operation'/>").selection());
  }

  @Test
  void allProblemsAreReportedWithPlace() {
    String all =
        errors(
            """

            <concurrencyLimit size='5' min='2' timeToAnswer='1s'/>
            <selection policy='first-come' ageing='1s' by='colour'>
            <priority level='3'/></selection>
            <classes><class name='a' number='count(//x:y)' by='size'/>
            <class name='a' by='weight'/></classes>
            <nodes algorithm='vegas' size='4' max='2'/>
            <handler name='h' limit='1'/><handler name='h' limit='2'/>
            """);
    assertTrue(all.contains("f:2:"), all);
    assertTrue(
        all.contains("min, max and congestion must not be set with a fixed concurrency limit"),
        all);
    assertTrue(all.contains("timeToAnswer requires scope='request'"), all);
    assertTrue(all.contains("ageing must not be set with policy 'first-come'"), all);
    assertTrue(all.contains("by requires policy='fair-share' or 'shortest-job'"), all);
    assertTrue(all.contains("priority requires policy='priority'"), all);
    assertTrue(all.contains("number and by must not be set both in one class"), all);
    assertTrue(all.contains("class 'a' must be unique"), all);
    assertTrue(all.contains("by must be size or property:NAME (got 'weight')"), all);
    assertTrue(all.contains("1 <= min <= initial <= max"), all);
    assertTrue(all.contains("handler 'h' must be unique"), all);
  }

  @Test
  void schemaViolationsAreReported() {
    assertTrue(errors("<concurrencyLimit/>").contains("size"));
    assertTrue(errors("<concurrencyLimit size='0'/>").contains("0"));
    assertTrue(errors("<waiting limit='soon'/>").contains("soon"));
    assertTrue(errors("<waiting limit='0s'/>").contains("must be positive"));
    assertTrue(errors("<selection policy='random'/>").contains("random"));
  }

  @Test
  void groupsByAllCriteria() {
    assertEquals(new Selection.GroupBy.Client(), fairBy("client"));
    assertEquals(new Selection.GroupBy.Operation(), fairBy("operation"));
    assertEquals(new Selection.GroupBy.Property("p"), fairBy("property:p"));
    for (String wrong : List.of("property:", "colour")) {
      assertTrue(
          errors("<selection policy='fair-share' by='" + wrong + "'/>")
              .contains("by must be client, operation or property:NAME (got '" + wrong + "')"));
    }
    String group = "<weight of='gold' value='4'/>";
    assertTrue(
        errors("<selection policy='fair-share'>" + group + group + "</selection>")
            .contains("weight of='gold' must be unique"));
    assertTrue(
        errors("<selection policy='priority'>" + group + "</selection>")
            .contains("weight requires policy='fair-share' (got 'priority')"));
  }

  private static Selection.GroupBy fairBy(String by) {
    return parse("<selection policy='fair-share' by='" + by + "'/>").selection().groups();
  }

  @Test
  void classesByAllCriteria() {
    assertEquals(new JobClassRule.By.Property("p"), classBy("by='property:p'"));
    assertEquals(new JobClassRule.By.Size(), classBy("by='size'"));
    assertEquals(new JobClassRule.By.Nothing(), classBy(""));
    assertTrue(classError("by='property:'").contains("by must be size or property:NAME"));
    assertTrue(classError("number='count('").contains("number: "));
  }

  private static JobClassRule.By classBy(String attribute) {
    return parse("<classes><class name='a' " + attribute + "/></classes>")
        .rules()
        .classes()
        .get(0)
        .by();
  }

  private static String classError(String attribute) {
    return errors("<classes><class name='a' " + attribute + "/></classes>");
  }

  @Test
  void defaultMaximumIsTenfoldAndBounded() {
    assertEquals(
        200, parse("<concurrencyLimit algorithm='vegas' size='20'/>").concurrencyLimit().max());
    assertEquals(
        1, parse("<concurrencyLimit algorithm='vegas' size='20'/>").concurrencyLimit().min());
    assertEquals(
        ConcurrencyLimitSetting.LARGEST,
        parse("<concurrencyLimit algorithm='vegas' size='500000'/>").concurrencyLimit().max());
    assertTrue(
        errors("<concurrencyLimit algorithm='vegas' size='2' congestion='1s'/>")
            .contains("congestion requires algorithm='aimd' (got 'vegas')"));
  }

  @Test
  void longestDurationIsOneDay() {
    assertEquals(Duration.ofDays(1), parse("<waiting limit='1440m'/>").waitingLimit());
    assertTrue(errors("<waiting limit='1441m'/>").contains("at most one day"));
  }
}
