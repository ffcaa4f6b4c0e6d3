package org.dharch.core.orchestration.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.junit.jupiter.api.Test;

/** A handler that must be in several flows of each of its services. */
class FlowCoverageTest {
  private static final Policy POLICY =
      Policy.parse(
          "p.xml",
          "<policy xmlns='urn:dharch:policy:1'>"
              + "<throughout handler='sink' flows='in out out-fault'/></policy>");

  private static final String IN =
      "<orchestration name='i'><handler name='wsa' mayRespond='true'/><handler name='sink'"
          + " mayRespond='true'/></orchestration>";
  private static final String OUT =
      "<orchestration name='o'><handler name='sink'/></orchestration>";
  private static final String OTHER = "<orchestration name='n'><handler name='x'/></orchestration>";
  private static final String SOMETIMES =
      "<orchestration name='s'><choose><when test='true()'><handler name='sink'/></when>"
          + "</choose></orchestration>";

  private static String rule(String orchestration, String flow, String more) {
    return "<rule orchestration='" + orchestration + "' flow='" + flow + "' " + more + "/>";
  }

  private static Orchestrations read(String... rules) {
    return OrchestrationDocument.parse(
        "o.xml",
        "<orchestrations xmlns='urn:dharch:orchestration:1' policy='p.xml'>"
            + IN
            + OUT
            + OTHER
            + SOMETIMES
            + String.join("", rules)
            + "</orchestrations>",
        name -> POLICY);
  }

  private static List<String> problems(String... rules) {
    return assertThrows(DocumentException.class, () -> read(rules)).problems().stream()
        .map(problem -> problem.message())
        .toList();
  }

  @Test
  void servicesHaveTheHandlerInEveryFlow() {
    read(rule("i", "in", ""), rule("o", "out", ""), rule("o", "out-fault", ""));
    read(
        rule("i", "in", "service='S'"),
        rule("n", "in", ""),
        rule("o", "out", "service='S'"),
        rule("o", "out-fault", "service='S'"),
        rule("n", "out", ""));
    read(rule("n", "in", ""));
    read(
        rule("i", "in", "service='S' operation='a'"),
        rule("n", "out", "service='S' operation='b'"),
        rule("n", "out", "service='T'"),
        rule("o", "out", "service='S' operation='a'"),
        rule("o", "out-fault", "service='S' operation='a'"));
  }

  @Test
  void missingFlowIsNamed() {
    assertEquals(
        List.of(
            "the rules contradict their policy: 'sink' is in flow in (in, service S) and must also"
                + " be in flow out-fault of the same service; no rule there assigns all its"
                + " messages to one"),
        problems(rule("i", "in", "service='S'"), rule("o", "out", "")).stream()
            .filter(text -> text.contains("service S"))
            .toList());
    String output =
        String.join(
            "\n",
            problems(
                rule("i", "in", "service='S'"),
                rule("n", "out", "service='S'"),
                rule("o", "out-fault", "service='S'")));
    assertTrue(
        output.contains(
            "in flow out of the same service; there orchestration 'n' (out, service S) does not"
                + " include it on every path"),
        output);
  }

  /**
   * A rule that matches only some messages, or has the handler only on some path, is not enough.
   */
  @Test
  void partialCoverageIsRejected() {
    Stream.of(
            rule("o", "out", "service='S' operation='a'"),
            rule("o", "out", "service='T'"),
            rule("o", "out", "service='S' action='a'"),
            "<rule orchestration='o' flow='out' service='S'><if test='true()'/></rule>",
            rule("s", "out", "service='S'"),
            rule("n", "out", "operation='a'") + rule("o", "out", "service='S'"))
        .forEach(
            out -> {
              String output =
                  String.join(
                      "\n",
                      problems(
                          rule("i", "in", "service='S'"),
                          out,
                          rule("o", "out-fault", "service='S'")));
              assertTrue(
                  output.contains("must also be in flow out of the same service"), out + output);
            });
  }

  @Test
  void javaModelIsCheckedToo() {
    Orchestrations without =
        Orchestrations.of(
            List.of(Orchestration.of("o", Stage.of("sink"))), List.of(Rule.all(Direction.IN, "o")));
    String output =
        assertThrows(IllegalArgumentException.class, () -> without.under(POLICY)).getMessage();
    assertTrue(output.contains("must also be in flow out of"), output);
    assertTrue(output.contains("must also be in flow out-fault of"), output);
  }

  @Test
  void flowOccursOnce() {
    for (String flows : List.of("in in", "in", "in sideways")) {
      assertThrows(
          DocumentException.class,
          () ->
              Policy.parse(
                  "p.xml",
                  "<policy xmlns='urn:dharch:policy:1'><throughout handler='a' flows='"
                      + flows
                      + "'/></policy>"),
          flows);
    }
  }
}
