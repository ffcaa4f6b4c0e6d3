package org.dharch.core;

import static org.dharch.testing.Utf8.bytes;
import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;
import org.dharch.core.metrics.Counter;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** Declared parts: what a node is given, and what may come back. */
class PartsTest {
  private static final String ENVELOPE =
      "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:o='urn:o'><s:Header>"
          + "<o:key>1</o:key><o:secret>2</o:secret><o:key>3</o:key></s:Header><s:Body> text "
          + "<o:order><o:note>no</o:note><o:item>a</o:item><!-- c --><o:item>b</o:item></o:order>"
          + "<o:other/></s:Body></s:Envelope>";

  private static final DeclaredPart KEY = new DeclaredPart.Header(qname("key"));
  private static final DeclaredPart ITEM =
      new DeclaredPart.Element(List.of(qname("order"), qname("item")));
  private static final DeclaredPart BODY = new DeclaredPart.Body();
  private static final DeclaredPart SEEN = new DeclaredPart.Property("seen");

  private static QName qname(String local) {
    return new QName("urn:o", local);
  }

  private static HandlerEntry entry(String name, Set<DeclaredPart> reads, DeclaredPart... writes) {
    return HandlerEntry.of(name).access(Access.of(reads, Set.of(writes)));
  }

  private static Bench bench(HandlerEntry... stage) {
    Bench bench = new Bench(Orchestration.of("o", Stage.of(stage)));
    bench.node("n", "A", "B");
    bench.manager.admit(
        bench.gateway,
        "m",
        Submission.of(
            Direction.IN,
            "S",
            "",
            "",
            new MessageContent(
                bytes(ENVELOPE),
                MessageProperties.of(Map.of("seen", 1, "hidden", 2, "dharch.flow", "in")),
                Set.of())));
    return bench;
  }

  @Test
  void aNodeIsGivenNoMoreThanThePartsAndWhatItChangesIsMergedIntoTheWhole() {
    Bench bench = bench(entry("A", Set.of(KEY, SEEN), ITEM).partial(true));
    Bench.Sent batch = bench.batch();
    assertEquals(
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:o='urn:o'><s:Header>"
            + "<o:key>1</o:key><o:key>3</o:key></s:Header><s:Body>"
            + "<o:order><o:item>a</o:item><o:item>b</o:item></o:order></s:Body></s:Envelope>",
        text(batch.batch().envelope()));
    assertEquals(Set.of("seen", "dharch.flow"), batch.batch().properties().asMap().keySet());
    Part second =
        Part.element(List.of(new Part.Step(qname("order"), 0), new Part.Step(qname("item"), 1)));
    bench.changed(
        batch, "A", Changes.builder().replace(second, bytes("<o:item>new</o:item>")).build());
    assertEquals(
        ENVELOPE.replace("<o:item>b</o:item>", "<o:item>new</o:item>"),
        text(bench.completed("m").envelope()));
    assertEquals(2, bench.completed("m").properties().get("hidden").orElseThrow());
  }

  /** Fault E10: a page said that each handler is given its own parts only. */
  @Test
  void handlersOfAStageThatAreOnOneNodeAreGivenWhatAnyOfThemReads() {
    Bench bench =
        bench(entry("A", Set.of(KEY)).partial(true), entry("B", Set.of(SEEN), ITEM).partial(true));
    Bench.Sent batch = bench.batch();
    String envelope = text(batch.batch().envelope());
    assertTrue(envelope.contains("<o:key>1</o:key><o:key>3</o:key>"), envelope);
    assertTrue(envelope.contains("<o:item>a</o:item><o:item>b</o:item>"), envelope);
    assertFalse(envelope.contains("o:secret") || envelope.contains("o:note"), envelope);
    assertEquals(Set.of("seen", "dharch.flow"), batch.batch().properties().asMap().keySet());
  }

  @Test
  void ifOneHandlerOnANodeNeedsAllTheNodeIsGivenAll() {
    Bench bench = bench(entry("A", Set.of(KEY)).partial(true), HandlerEntry.of("B"));
    assertEquals(ENVELOPE, text(bench.batch().batch().envelope()));
  }

  @Test
  void unreadBodyIsEmpty() {
    Bench bench = bench(entry("A", Set.of(KEY)).partial(true));
    assertTrue(text(bench.batch().batch().envelope()).contains("<s:Body></s:Body>"));
  }

  @Test
  void aChangeThatIsNotDeclaredIsAConflictAndNothingOfItIsMerged() {
    Bench bench = bench(entry("A", Set.of(), KEY).mustPerform(false));
    bench.changed(
        bench.batch(),
        "A",
        Changes.builder()
            .replace(Part.header(qname("key"), 1), bytes("<o:key>x</o:key>"))
            .replace(Part.body(), bytes("<gone/>"))
            .build());
    assertEquals(ENVELOPE, text(bench.completed("m").envelope()));
    String note = bench.completed("m").timeline().notes().get(0);
    assertTrue(note.contains("'A'") && note.contains("body without declaring it"), note);
    assertEquals(1, bench.counter(Counter.CONFLICTS));
  }

  /** Beside no other handler, and though it declares nothing else. */
  @Test
  void whatWasVerifiedIsSaidByWhomTheDocumentNamesForThatAlone() {
    Changes output = Changes.builder().property("dharch.security.principal", "x").build();
    DeclaredPart principal = new DeclaredPart.Property("dharch.security.principal");
    for (HandlerEntry other :
        List.of(HandlerEntry.of("A"), entry("A", Set.of(principal), SEEN, BODY))) {
      Bench bench = bench(other);
      bench.changed(bench.batch(), "A", output);
      assertEquals(Fault.Code.CONFLICT, bench.fault("m").code());
      assertTrue(
          bench.fault("m").reason().contains("dharch.security.principal without declaring it"),
          bench.fault("m")::reason);
    }
    Bench bench = bench(entry("A", Set.of(), principal));
    bench.changed(bench.batch(), "A", output);
    assertEquals("x", bench.completed("m").properties().text("dharch.security.principal", ""));
  }

  @Test
  void undeclaredChangeNamesBothHandlers() {
    Bench bench = bench(entry("A", Set.of(), KEY), entry("B", Set.of(BODY), SEEN));
    Bench.Sent batch = bench.batch();
    bench.performed(batch, "B");
    bench.changed(batch, "A", Changes.builder().replace(Part.body(), bytes("<gone/>")).build());
    assertEquals(Fault.Code.CONFLICT, bench.fault("m").code());
    assertEquals("A", bench.fault("m").handler());
    assertTrue(bench.fault("m").reason().contains("'B'"), bench.fault("m")::reason);
  }

  @Test
  void changeOfAnUndeclaredHandlerConflictsWithParallelReads() {
    Bench bench = bench(HandlerEntry.of("A").mustPerform(false), entry("B", Set.of(KEY), SEEN));
    Bench.Sent batch = bench.batch();
    bench.changed(batch, "B", Changes.builder().property("seen", 5).build());
    bench.changed(
        batch, "A", Changes.builder().removeHeader(new HeaderRef(qname("key"), 0)).build());
    assertEquals(ENVELOPE, text(bench.completed("m").envelope()));
    assertEquals(5, bench.completed("m").properties().get("seen").orElseThrow());
    String note = bench.completed("m").timeline().notes().get(0);
    assertTrue(note.contains("'A'") && note.contains("'B'"), note);
  }

  @Test
  void newHeadersAndPropertiesAreDeclaredToo() {
    Bench bench = bench(entry("A", Set.of(), KEY, SEEN));
    bench.changed(
        bench.batch(),
        "A",
        Changes.builder().addHeader(bytes("<o:key>4</o:key>")).removeProperty("seen").build());
    assertTrue(text(bench.completed("m").envelope()).contains("<o:key>4</o:key></s:Header>"));
    Bench other = bench(entry("A", Set.of(), KEY));
    other.changed(
        other.batch(), "A", Changes.builder().addHeader(bytes("<o:secret>4</o:secret>")).build());
    assertTrue(other.fault("m").reason().contains("{urn:o}secret"), other.fault("m")::reason);
  }
}
