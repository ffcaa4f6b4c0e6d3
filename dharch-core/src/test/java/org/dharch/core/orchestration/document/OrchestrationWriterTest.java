package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.dharch.api.Part;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.RandomModels;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;

class OrchestrationWriterTest {
  @Property
  void writtenDocumentReadsAsEqual(@ForAll long seed) {
    Orchestrations orchestrations = new RandomModels(seed).orchestrations();
    String document = OrchestrationWriter.document(orchestrations);
    assertEquals(orchestrations, OrchestrationDocument.parse("written", document), document);
  }

  @Property
  void writtenRestReadsAsEqual(@ForAll long seed) {
    Sequence rest = new RandomModels(seed).rest();
    String fragment = OrchestrationWriter.rest(rest);
    assertEquals(rest, OrchestrationDocument.parseRest(fragment), fragment);
  }

  @Example
  void documentIsReadable() {
    Orchestration orchestration =
        Orchestration.of(
            "orders",
            Stage.of(
                HandlerEntry.of("a")
                    .access(
                        Access.of(
                            Set.of(new DeclaredPart.Body()),
                            Set.of(new DeclaredPart.Header(new QName("urn:h", "H")))))
                    .retry(new RetryPolicy(2, Duration.ofMillis(50), Duration.ofSeconds(1))),
                HandlerEntry.of("b").oneway(true)),
            Choose.when(new XPathCondition("//p:x", Map.of("p", "urn:p")), Stage.of("c"))
                .otherwise(Repeat.times(2, Stage.of("d"))));
    assertEquals(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <orchestrations xmlns="urn:dharch:orchestration:1">
          <orchestration name="orders">
            <stage>
              <handler name="a">
                <reads>
                  <body/>
                </reads>
                <writes>
                  <header name="n0:H" xmlns:n0="urn:h"/>
                </writes>
                <retry retries="2" delay="50ms" maxDelay="1s"/>
              </handler>
              <handler name="b" oneway="true"/>
            </stage>
            <choose>
              <when test="//p:x" xmlns:p="urn:p">
                <handler name="c"/>
              </when>
              <otherwise>
                <repeat times="2">
                  <handler name="d"/>
                </repeat>
              </otherwise>
            </choose>
          </orchestration>
          <rule orchestration="orders" flow="out" property="p" equals="v"/>
        </orchestrations>
        """,
        OrchestrationWriter.document(
            Orchestrations.of(
                List.of(orchestration),
                List.of(Rule.all(Direction.OUT, "orders").when(PropertyCondition.is("p", "v"))))));
  }

  @Example
  void unrepresentableValuesAreRejected() {
    Sequence nanos =
        Sequence.of(Stage.of(HandlerEntry.of("a").timeToStart(Duration.ofNanos(1_000_001))));
    assertThrows(IllegalArgumentException.class, () -> OrchestrationWriter.rest(nanos));
    Access attributes =
        Access.of(Set.of(new DeclaredPart.Attributes(Part.Owner.ENVELOPE)), Set.of());
    Sequence declared = Sequence.of(Stage.of(HandlerEntry.of("a").access(attributes)));
    assertThrows(IllegalArgumentException.class, () -> OrchestrationWriter.rest(declared));
    HandlerEntry[] many = new HandlerEntry[4_000];
    Arrays.setAll(many, i -> HandlerEntry.of("handler" + i));
    assertThrows(
        IllegalArgumentException.class,
        () -> OrchestrationWriter.rest(Sequence.of(Stage.of(many))));
    Sequence control =
        Sequence.of(
            Choose.when(PropertyCondition.present("\u0001"), Stage.of(HandlerEntry.of("a"))));
    assertThrows(IllegalArgumentException.class, () -> OrchestrationWriter.rest(control));
  }
}
