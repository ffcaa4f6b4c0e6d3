package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.rule.MessageMatch;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrchestrationDocumentTest {
  @TempDir Path folder;

  @Test
  void readsEveryElementOfADocument() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("orchestration.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="full" deadline="30s">
                <handler name="first"/>
                <stage>
                  <handler name="a" mustPerform="false" timeToStart="250ms" timeToFinish="5m">
                    <retry retries="3" delay="10ms" maxDelay="1s"/>
                  </handler>
                  <handler name="b" oneway="true"><retry retries="1"/></handler>
                </stage>
              </orchestration>
              <orchestration name="other"><handler name="x"/></orchestration>
              <rule orchestration="full" service="S" operation="op" action="urn:a"/>
              <rule orchestration="other" flow="out-fault"/>
            </orchestrations>
            """);
    Orchestrations read = OrchestrationDocument.read(file);
    Stage first = Stage.of("first");
    Stage second =
        Stage.of(
            HandlerEntry.of("a")
                .mustPerform(false)
                .timeToStart(Duration.ofMillis(250))
                .timeToFinish(Duration.ofMinutes(5))
                .retry(new RetryPolicy(3, Duration.ofMillis(10), Duration.ofSeconds(1))),
            HandlerEntry.of("b")
                .oneway(true)
                .retry(new RetryPolicy(1, Duration.ofMillis(50), Duration.ofSeconds(2))));
    assertEquals(
        Orchestrations.of(
            List.of(
                Orchestration.of("full", first, second).deadline(Duration.ofSeconds(30)),
                Orchestration.of("other", Stage.of("x"))),
            List.of(
                new Rule(
                    "full",
                    Direction.IN,
                    new MessageMatch(
                        Optional.of("S"), Optional.of("op"), Optional.of("urn:a"), List.of())),
                Rule.all(Direction.OUT_FAULT, "other"))),
        read);
  }

  @Test
  void checksRulesBeyondTheSchema() {
    String xml =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1">
          <orchestration name="a" deadline="0s">
            <stage>
              <handler name="A"/>
              <handler name="A" timeToStart="0ms"/>
            </stage>
            <handler name="A"><retry retries="1" delay="5s"/></handler>
          </orchestration>
          <orchestration name="b"><handler name="A"/></orchestration>
          <rule orchestration="a"/>
          <rule orchestration="c"/>
        </orchestrations>
        """;
    assertEquals(
        """
        doc.xml:2:3: deadline must be positive (got '0s')
        doc.xml:5:7: timeToStart must be positive (got '0ms')
        doc.xml:5:7: handler 'A' must occur only once in a stage
        doc.xml:7:23: delay must be at most maxDelay='2s' (got '5s')
        doc.xml:11:3: the rule's orchestration must be one of a, b (got 'c')\
        """,
        assertThrows(DocumentException.class, () -> OrchestrationDocument.parse("doc.xml", xml))
            .getMessage());
  }

  @Test
  void tooManyHandlersAreRejected() {
    String xml =
        "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'>"
            + "<handler name='A'/>".repeat(1001)
            + "</orchestration></orchestrations>";
    assertEquals(
        "doc.xml:1:52: orchestration 'a' must have at most 1000 handlers, repetitions counted (got"
            + " 1001)",
        assertThrows(DocumentException.class, () -> OrchestrationDocument.parse("doc.xml", xml))
            .getMessage());
  }
}
