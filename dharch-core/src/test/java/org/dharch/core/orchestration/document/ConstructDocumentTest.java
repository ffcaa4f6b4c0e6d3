package org.dharch.core.orchestration.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.XPathCondition;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Choices, repetitions, conditions, atomicity and declared parts in a document. */
class ConstructDocumentTest {
  private static Orchestrations parse(String xml) {
    return OrchestrationDocument.parse("doc.xml", xml);
  }

  private static String problems(String xml) {
    return assertThrows(DocumentException.class, () -> parse(xml)).getMessage();
  }

  @Test
  void mayRespondIsReadAndChecked() {
    String document =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1">
          <orchestration name="a">
            <handler name="A"/><handler name="B" mayRespond="true"%s/>
          </orchestration>
        </orchestrations>
        """;
    Sequence body = parse(document.formatted("")).named("a").body();
    assertEquals(Sequence.of(Stage.of("A"), Stage.of(HandlerEntry.of("B").mayRespond(true))), body);
    assertEquals(
        "doc.xml:3:24: handler 'B' must not have mayRespond, because it is oneway",
        problems(document.formatted(" oneway='true'")));
  }

  @Test
  void affinityIsReadAndChecked() {
    String document =
        """
        <orchestrations xmlns="urn:dharch:orchestration:1" xmlns:r="urn:rm">
          <orchestration name="a">
            <handler name="A" %s/>
          </orchestration>
        </orchestrations>
        """;
    HandlerEntry a = HandlerEntry.of("A");
    assertEquals(
        Sequence.of(Stage.of(a.affinity(Affinity.ofHeader("//r:id", Map.of("r", "urn:rm"))))),
        parse(document.formatted("affinity='//r:id'")).named("a").body());
    assertEquals(
        Sequence.of(Stage.of(a.affinity(Affinity.ofProperty("p")))),
        parse(document.formatted("affinityProperty='p'")).named("a").body());
    assertEquals(
        "doc.xml:3:5: affinity and affinityProperty must not be set both in one handler",
        problems(document.formatted("affinity='//r:id' affinityProperty='p'")));
    assertEquals(
        "doc.xml:3:5: affinity: '//q:id': prefix q is not bound to a namespace; allowed: r",
        problems(document.formatted("affinity='//q:id'")));
    assertEquals(
        "doc.xml:3:5: affinityProperty must be a property's name (got '')",
        problems(document.formatted("affinityProperty=''")));
  }

  @Test
  void everyConstructIsRead() {
    Orchestrations read =
        parse(
            """
            <orchestrations xmlns="urn:dharch:orchestration:1" xmlns:o="urn:outer">
              <orchestration name="a" durable="true">
                <choose xmlns:p="urn:p">
                  <when test="//p:order[@n &gt; 'q:1']/child::o:x"><handler name="A"/></when>
                  <when property="kind" equals=""><sequence><handler name="B"/><stage><handler name="C"/><handler name="D"/></stage></sequence></when>
                  <when property="there"/>
                  <otherwise><handler name="E"/></otherwise>
                </choose>
                <repeat times="3" test="count(//line) > 2"><handler name="F"/></repeat>
                <repeat times="100"><handler name="G"/></repeat>
              </orchestration>
              <rule orchestration="a" test="/*" xmlns:s="urn:s">
                <if test="//s:x"/>
                <if property="p"/>
              </rule>
            </orchestrations>
            """);
    Choose choose =
        Choose.when(
                new XPathCondition(
                    "//p:order[@n > 'q:1']/child::o:x", Map.of("p", "urn:p", "o", "urn:outer")),
                Stage.of("A"))
            .orWhen(
                PropertyCondition.is("kind", ""), Sequence.of(Stage.of("B"), Stage.of("C", "D")))
            .orWhen(PropertyCondition.present("there"))
            .otherwise(Stage.of("E"));
    Orchestration a =
        Orchestration.of(
                "a",
                choose,
                Repeat.whilst(new XPathCondition("count(//line) > 2", Map.of()), 3, Stage.of("F")),
                Repeat.times(100, Stage.of("G")))
            .durable(true);
    Rule rule =
        Rule.all(Direction.IN, "a")
            .when(new XPathCondition("/*", Map.of()))
            .when(new XPathCondition("//s:x", Map.of("s", "urn:s")))
            .when(PropertyCondition.present("p"));
    assertEquals(Orchestrations.of(List.of(a), List.of(rule)), read);
  }

  @Test
  void everyValueOfAHandlerIsRead() {
    Orchestrations read =
        parse(
            """
            <orchestrations xmlns="urn:dharch:orchestration:1" xmlns:p="urn:p">
              <orchestration name="a">
                <handler name="A" stateful="true" compensator="undo" partial="true" completionCallback="true" node="n1">
                  <retry retries="2" delay="0ms" maxDelay="0ms"/>
                  <writes><element path="p:a/b/q:c" xmlns:q="urn:q"/></writes>
                  <reads><header name="p:H"/><header name="plain"/><body/><property name="x y"/></reads>
                </handler>
                <handler name="B" atomicity="quasi-atomic" compensator="undo"/>
                <handler name="C" stateful="true" atomicity="non-atomic"><reads/></handler>
                <handler name="D" stateful="false"/>
              </orchestration>
            </orchestrations>
            """);
    HandlerEntry a =
        HandlerEntry.of("A")
            .atomicity(Atomicity.ATOMIC)
            .compensator("undo")
            .partial(true)
            .completionCallback(true)
            .node("n1")
            .retry(new RetryPolicy(2, java.time.Duration.ZERO, java.time.Duration.ZERO))
            .access(
                Access.of(
                    Set.of(
                        new DeclaredPart.Header(new QName("urn:p", "H")),
                        new DeclaredPart.Header(new QName("plain")),
                        new DeclaredPart.Body(),
                        new DeclaredPart.Property("x y")),
                    Set.of(
                        new DeclaredPart.Element(
                            List.of(
                                new QName("urn:p", "a"),
                                new QName("b"),
                                new QName("urn:q", "c"))))));
    assertEquals(
        Orchestration.of(
            "a",
            Stage.of(a),
            Stage.of(HandlerEntry.of("B").atomicity(Atomicity.QUASI_ATOMIC).compensator("undo")),
            Stage.of(
                HandlerEntry.of("C")
                    .atomicity(Atomicity.NON_ATOMIC)
                    .access(Access.of(Set.of(), Set.of()))),
            Stage.of("D")),
        read.byName().get("a"));
  }

  private static Orchestrations orchestrationOf(String handlers) {
    return parse(
        "<orchestrations xmlns='urn:dharch:orchestration:1'>\n<orchestration name='a'>"
            + handlers
            + "</orchestration></orchestrations>");
  }

  @Test
  void completionCallbackIsReadAndWritten() {
    Orchestrations read =
        orchestrationOf(
            """
            <handler name="A" completionCallback="true"/>
            <handler name="B" completionCallback="false"/>
            """);
    assertEquals("{A} {B}", read.byName().get("a").notation(), "the notation leaves it out");
    String written = OrchestrationWriter.document(read);
    assertEquals(
        true, written.contains("<handler name=\"A\" completionCallback=\"true\"/>"), written);
    assertEquals(read, parse(written));
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    assertEquals(
        """
        doc.xml:4:7: test: prefix p is not bound to a namespace; allowed: o
        doc.xml:5:7: when must have a condition: test='XPATH' or property='NAME'
        doc.xml:6:7: test and property must not be set both in one element
        doc.xml:7:7: equals='v' requires property
        doc.xml:8:7: property must be a property's name (got '')
        doc.xml:10:5: a repeat must have at least one stage
        doc.xml:13:7: handlers 'A' and 'B' must be in different stages, because one writes body/{urn:o}x and the other reads or writes it
        doc.xml:14:7: handlers 'A' and 'C' must be in different stages, because one writes body/{urn:o}x and the other reads or writes it
        doc.xml:14:32: 'q:H': prefix q is not bound to a namespace; allowed: o, xml
        doc.xml:14:59: body must occur only once
        doc.xml:16:5: handler 'D' must have a compensator, because it is quasi-atomic
        doc.xml:17:5: handler 'E' must be stateful for atomicity='atomic' (got stateful='false')
        doc.xml:18:5: handler 'F' must declare reads or writes, because it is partial
        doc.xml:20:3: orchestration 'b' must have at least one handler
        doc.xml:21:27: if must have a condition: test='XPATH' or property='NAME'\
        """,
        problems(
                """
                <orchestrations xmlns="urn:dharch:orchestration:1" xmlns:o="urn:o">
                  <orchestration name="a">
                    <choose>
                      <when test="//p:x"/>
                      <when/>
                      <when test="/*" property="p"/>
                      <when equals="v"/>
                      <when property=""/>
                    </choose>
                    <repeat times="2"/>
                    <stage>
                      <handler name="A"><writes><element path="o:x"/></writes></handler>
                      <handler name="B"><reads><body/></reads></handler>
                      <handler name="C"><reads><header name="q:H"/><body/><body/></reads></handler>
                    </stage>
                    <handler name="D" atomicity="quasi-atomic"/>
                    <handler name="E" stateful="false" atomicity="atomic"/>
                    <handler name="F" partial="true"/>
                  </orchestration>
                  <orchestration name="b"/>
                  <rule orchestration="a"><if/></rule>
                </orchestrations>
                """)
            .replace("test: '//p:x': ", "test: "));
  }

  /** Fault E2: all but the first halted a message without compensation, at run time. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "~//*[~, ~the end must be a name or a step of a path~",
        "~~, ~the end must be~",
        "~a b~, ~'b' at 3 must be an operator or the end~",
        "~a # b~, ~unexpected character '#' at 3~",
        "~f:g()~, ~unknown function 'f:g' at 1; it must be one of boolean, ceiling, concat, ~",
        "~nosuch(1)~, ~unknown function 'nosuch' at 1~",
        "~a:b or c:d~, ~prefixes a, c are not bound~",
        "~$v:x or $w:y~, ~variable at 1: variables are not supported~",
        "~//x[. = $v]~, ~variable at 9: variables are not supported~",
        "~count(1)~, ~the argument of count() at 7 must be a set of nodes (got a number)~",
        "~sum(string(//x))~, ~the argument of sum() at 5 must be a set of nodes (got a string)~",
        "~//x[count(a = b) > 0]~, ~the argument of count() at 11 must be a set of nodes (got a"
            + " boolean)~",
        "~//a | 1~, ~an operand of '|' at 7 must be a set of nodes (got a number)~",
        "~concat(//a, //b)/c~, ~what a path begins with at 1 must be a set of nodes (got a"
            + " string)~",
        "~(1)[1]~, ~what a predicate picks from at 1 must be a set of nodes (got a number)~",
        "~substring(//a)~, ~substring() must have 2 to 3 arguments at 1 (got 1)~",
        "~not()~, ~not() must have 1 arguments at 1 (got 0)~",
        "~key(//a, //b)~, ~unknown function 'key' at 1~",
        "~sideways::a~, ~unknown axis 'sideways' at 1; it must be one of ancestor, ~",
      })
  void invalidXPathIsReported(String xpath, String expected) {
    String output =
        problems(
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'>"
                + "<handler name='A'/></orchestration><rule orchestration='a' test=\""
                + xpath
                + "\"/></orchestrations>");
    assertEquals(true, output.startsWith("doc.xml:1:111: test: '" + xpath + "'"), output);
    assertEquals(true, output.contains(expected), output);
  }

  @Test
  void repetitionsCountWithTheirMaximum() {
    assertEquals(
        "doc.xml:1:52: orchestration 'a' must have at most 1000 handlers, repetitions counted (got"
            + " 10000)",
        problems(
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'>"
                + "<repeat times='100'><repeat times='100' property='p'><handler name='A'/>"
                + "</repeat></repeat></orchestration></orchestrations>"));
  }

  private static String nested(int depth) {
    return "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='a'>"
        + "<sequence>".repeat(depth - 1)
        + "<handler name='A'/>"
        + "</sequence>".repeat(depth - 1)
        + "</orchestration></orchestrations>";
  }

  @Test
  void nestingIsBounded() {
    assertEquals(1, parse(nested(32)).byName().size());
    assertEquals("doc.xml:1:386: sequence must be nested at most 32 deep", problems(nested(33)));
    assertEquals(
        "doc.xml:1:1336: elements must be nested at most 128 deep", problems(nested(40_000)));
  }

  @Test
  void javaApiHasTheSameBounds() {
    Construct deep = Stage.of("A");
    for (int i = 0; i < 31; i++) {
      deep = i % 2 == 0 ? Repeat.times(1, deep) : Sequence.of(deep);
    }
    Construct fits = deep;
    assertEquals("a", Orchestration.of("a", fits).name());
    assertThrows(IllegalArgumentException.class, () -> Orchestration.of("a", Sequence.of(fits)));
  }

  @Test
  void restIsRead() {
    assertEquals(
        Sequence.of(
            Stage.of("A", "B"),
            new Choose(
                List.of(
                    new Choose.When(
                        new XPathCondition("//p:x", Map.of("p", "urn:p")), Sequence.EMPTY)),
                Sequence.of(Stage.of("C")))),
        OrchestrationDocument.parseRest(
            """
            <rest xmlns="urn:dharch:orchestration:1" xmlns:p="urn:p">
              <stage><handler name="A"/><handler name="B"/></stage>
              <choose><when test="//p:x"/><otherwise><handler name="C"/></otherwise></choose>
            </rest>\
            """));
    assertEquals(
        Sequence.EMPTY,
        OrchestrationDocument.parseRest("<rest xmlns='urn:dharch:orchestration:1'/>"));
    assertEquals(
        Optional.of("rest:1:42: handler 'A' must declare reads or writes, because it is partial"),
        Optional.of(
            assertThrows(
                    DocumentException.class,
                    () ->
                        OrchestrationDocument.parseRest(
                            "<rest xmlns='urn:dharch:orchestration:1'><handler name='A'"
                                + " partial='true'/></rest>"))
                .getMessage()));
    assertThrows(
        DocumentException.class,
        () ->
            OrchestrationDocument.parseRest(" ".repeat(OrchestrationDocument.MAX_REST_CHARS + 1)));
  }
}
