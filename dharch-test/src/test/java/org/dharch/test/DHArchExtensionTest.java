package org.dharch.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.dharch.api.DHHandler.Ending;
import org.dharch.core.message.Fault;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole orchestrations with manager and nodes in memory. */
final class DHArchExtensionTest {
  private static final String ORCHESTRATIONS =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1">
        <orchestration name="orders">
          <stage>
            <handler name="stamp"><writes><property name="stamp"/>
              <header xmlns:t="urn:t" name="t:Stamp"/></writes></handler>
            <handler name="idle"><reads><body/></reads></handler>
          </stage>
          <handler name="moody"><retry retries="3" delay="1ms" maxDelay="2ms"/></handler>
          <handler name="log" oneway="true"/>
        </orchestration>
        <orchestration name="bookings">
          <handler name="book" atomicity="atomic" compensator="unbook"/>
          <handler name="bill" atomicity="atomic" compensator="unbill"/>
          <handler name="broken"/>
        </orchestration>
        <rule orchestration="orders" service="Orders"/>
        <rule orchestration="bookings" service="Bookings"/>
      </orchestrations>
      """;

  @RegisterExtension
  final DHArchExtension dharch =
      DHArchExtension.builder()
          .node(
              "n1",
              node ->
                  node.handler("stamp", AuthorsHandlers.Stamp.class, Map.of("text", "blue"))
                      .handler("moody", AuthorsHandlers.Moody.class, Map.of("good", "3"))
                      .handler("broken", AuthorsHandlers.Moody.class, Map.of("good", "100"))
                      .workers(4))
          .node(
              "n2",
              node ->
                  node.handler("idle", AuthorsHandlers.Idle.class)
                      .handler("log", AuthorsHandlers.Stamp.class, Map.of("text", "logged"))
                      .handler("book", AuthorsHandlers.Book.class, Map.of("line", "book"))
                      .handler("bill", AuthorsHandlers.Book.class, Map.of("line", "bill"))
                      .handler("unbook", AuthorsHandlers.Book.class, Map.of("line", "-book"))
                      .handler("unbill", AuthorsHandlers.Book.class, Map.of("line", "-bill")))
          .orchestration(ORCHESTRATIONS)
          .manager(config -> config.deadline(Duration.ofSeconds(20)))
          .build();

  @BeforeEach
  void clearBook() {
    AuthorsHandlers.Book.BOOKS.clear();
  }

  @Test
  void stagesRetriesAndTheEnvelopeAtTheEnd() {
    MessageRun run = dharch.send(TestMessage.soap11("<order/>").service("Orders"));
    assertEquals(Ending.COMPLETED, run.ending(), run::toString);
    assertEquals(List.of(Set.of("stamp", "idle"), Set.of("moody"), Set.of("log")), run.stages());
    assertEquals(
        List.of("FAILED", "FAILED", "PERFORMED"),
        run.attempts("moody").stream().map(attempt -> attempt.status().name()).toList());
    assertEquals("n1", run.attempts("moody").get(0).node());
    assertTrue(run.envelope().contains(">blue</t:Stamp>"), run::envelope);
    assertEquals(Optional.of("blue"), run.properties().get("stamp"));
    assertEquals("orders", run.timeline().orchestration());
    // the oneway handler ends at any time
    Awaitility.await()
        .until(() -> run.log().stream().anyMatch(l -> l.message().equals("stamped with logged")));
  }

  @Test
  void haltedMessageIsCompensatedInReverseOrder() {
    MessageRun run = dharch.send(TestMessage.soap11("<order/>").service("Bookings"));
    assertEquals(Ending.FAILED, run.ending());
    assertEquals("broken", run.fault().orElseThrow().handler());
    assertEquals(List.of("unbill", "unbook"), run.compensated());
    assertEquals(List.of("book", "bill", "-bill", "-book"), AuthorsHandlers.Book.BOOKS);
  }

  @Test
  void nodeCanStopAndRestart() {
    TestMessage order = TestMessage.soap11("<order/>").service("Orders");
    dharch.stop("n1");
    MessageRun without = dharch.send(order);
    assertEquals(Fault.Code.NOT_SERVED, without.fault().orElseThrow().code(), without::toString);
    dharch.start("n1");
    MessageRun with = dharch.send(order);
    assertEquals(Ending.COMPLETED, with.ending(), with::toString);
    IllegalStateException twice =
        assertThrows(IllegalStateException.class, () -> dharch.start("n1"));
    assertEquals("node 'n1' must not be running", twice.getMessage());
    IllegalArgumentException other =
        assertThrows(IllegalArgumentException.class, () -> dharch.stop("n3"));
    assertEquals("unknown node 'n3'; it must be one of [n1, n2]", other.getMessage());
  }

  @Test
  void messageWithoutAnOrchestrationPassesThrough() {
    TestMessage other = TestMessage.soap11("<x/>").service("Other");
    MessageRun run = dharch.send(other);
    assertEquals(Ending.COMPLETED, run.ending());
    assertEquals(List.of(), run.stages());
    assertEquals(other.toString(), run.envelope());
  }

  @Test
  void useOutsideOfATestIsReported() {
    DHArchExtension idle =
        DHArchExtension.builder()
            .node("n", node -> node.handler("idle", AuthorsHandlers.Idle.class))
            .orchestration(ORCHESTRATIONS)
            .build();
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> idle.send(TestMessage.soap11("<order/>")));
    assertTrue(e.getMessage().contains("@RegisterExtension"), e::getMessage);
    assertThrows(IllegalStateException.class, () -> DHArchExtension.builder().build());
  }
}
