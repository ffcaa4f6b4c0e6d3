package org.dharch.cli.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dharch.cli.CommandRun;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.eventing.DeliveryFormat;
import org.dharch.ws.eventing.EventingVersion;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.store.JdbcSubscriptionStore;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a store that a node has open. */
final class EventingCommandTest {
  private static final String FIRST = "11111111-0000-0000-0000-00000000aaaa";
  private static final String SECOND = "22222222-0000-0000-0000-00000000bbbb";

  @TempDir Path folder;
  private JdbcSubscriptionStore store;
  private CommandRun last;

  @BeforeEach
  void fill() {
    store =
        JdbcSubscriptionStore.open(
            url(), new Properties(), InstantSource.system(), 1, SubscriptionStore.Bounds.DEFAULT);
    store.add(
        subscription(FIRST, "http://one.example/events", Optional.of("http://one.example/end")),
        Filter.xpath(Filter.Kind.EVENT, "/x:a[\n x:b > 7]", Map.of("x", "urn:x")));
    store.add(subscription(SECOND, "http://two.example/events", Optional.empty()), Filter.ALL);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private Subscription subscription(String id, String to, Optional<String> end) {
    return new Subscription(
        id,
        EventingVersion.WSE_2011_03,
        SoapVersion.SOAP_1_2,
        DeliveryFormat.WRAP,
        true,
        new Sink(AddressingVersion.WSA_2005_08, to, List.of("<k xmlns=\"urn:k\">7</k>")),
        end.map(address -> new Sink(AddressingVersion.WSA_2005_08, address, List.of())),
        "http://source.example/manager",
        store.now() + 60_000,
        0);
  }

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("eventing.db");
  }

  private List<String> run(String... args) {
    List<String> all = new ArrayList<>(List.of("eventing"));
    all.addAll(List.of(args));
    all.addAll(List.of("--store", url()));
    last = CommandRun.of(all.toArray(new String[0]));
    return last.out().lines().toList();
  }

  private void assertRefused(String expected) {
    last.assertRefused(expected);
  }

  @Test
  void listHasOneLinePerEntry() throws Exception {
    List<String> lines = run("list");
    assertEquals(3, lines.size(), lines::toString);
    assertTrue(
        lines.get(1).matches(FIRST + " .* 0 +http://one.example/events +/x:a\\[ x:b > 7]"),
        lines::toString);
    assertTrue(lines.get(2).matches(SECOND + " .* 0 +http://two.example/events +all"));
    assertEquals(2, run("list", "--to", "two.example").size());
    JsonNode json =
        new ObjectMapper().readTree(String.join("", run("list", "--to", "two.example", "--json")));
    assertEquals(1, json.path("matched").asInt());
    assertEquals(SECOND, json.path("subscriptions").path(0).path("subscription").asText());
    assertTrue(json.path("subscriptions").path(0).has("expires"));
    assertEquals("… and 1 more; --most N lists more of them", run("list", "--most", "1").get(2));
    assertEquals(
        List.of("No subscriptions in " + url() + " to 'nowhere'"), run("list", "--to", "nowhere"));
  }

  @Test
  void showPrintsRequestedSubscription() {
    String shown = String.join("\n", run("show", "aaaa"));
    assertTrue(
        shown.contains("notify to     http://one.example/events [<k xmlns=\"urn:k\">7</k>]"),
        shown);
    assertTrue(shown.contains("end to        http://one.example/end"), shown);
    assertTrue(shown.contains("namespaces    {x=urn:x}"), shown);
    assertTrue(
        shown.contains("delivery      WSE_2011_03, SOAP_1_2, WRAP, by reliable messaging"), shown);
  }

  @Test
  void cancelEndsSubscriptionsForAllNodes() {
    assertEquals(
        List.of(
            FIRST + ": canceled; http://one.example/end is notified by a node",
            SECOND + ": canceled; it has no EndTo to notify"),
        run("cancel", "aaaa", SECOND));
    assertEquals(Optional.empty(), store.find(FIRST));
    assertEquals(List.of("No subscriptions in " + url()), run("list"));
    SubscriptionStore.Swept swept = store.sweep(10);
    assertEquals(2, swept.count());
    assertEquals(2, swept.canceled().size());
  }

  @Test
  void errorIsOneLineAndCancelsNothing() {
    run("cancel", SECOND, "cccc");
    assertRefused(
        "no subscription in " + url() + " end with 'cccc'; 'dharch eventing list' lists them");
    assertTrue(store.find(SECOND).isPresent());
    run("show", "aaa");
    assertRefused("the end of a subscription must have at least 4 characters (got 'aaa')");
    run("list", "--most", "0");
    assertRefused("--most must be at least 1 (got 0)");
    last = CommandRun.of("eventing", "list", "--store", "jdbc:sqlite:" + folder.resolve("none"));
    assertRefused("file not found: '" + folder.resolve("none") + "'");
    last = CommandRun.of("eventing", "list");
    assertRefused("or DHARCH_EVENTING_STORE must be");
    last = CommandRun.of("eventing");
    assertRefused("subcommand");
  }

  /** Subscribers are strangers; what they say does not command the operator's terminal. */
  @Test
  void terminalControlCharactersAreRemoved() {
    String strange = "http://\u202e.example/\u200b";
    store.add(
        subscription("33333333-0000-0000-0000-00000000cccc", strange, Optional.of(strange + "end")),
        Filter.xpath(Filter.Kind.EVENT, "/a = '\u009b2J\u0085\u2028\u202e'", Map.of()));
    for (String command : List.of("list", "show cccc", "cancel cccc")) {
      List<String> lines = run(command.split(" ", -1));
      assertEquals(0, last.exitCode(), last::err);
      for (String line : lines) {
        assertTrue(
            line.codePoints().noneMatch(c -> c > '~' || c < ' '), () -> command + ": " + line);
      }
    }
    assertTrue(last.out().contains("http://?.example/?end"), last::out);
  }
}
