package org.dharch.benchmarks.bookstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.dharch.benchmarks.load.Call;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the bookstore with a tiny database, and the mix of operations. */
class BookstoreTest {
  private static final String FLOW =
      "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit scope='request' size='2'/>"
          + "<selection policy='shortest-job'/></flow>";

  @TempDir Path folder;

  @Test
  void operationsAnswerRightWithAndWithoutControl() throws Exception {
    try (BookstoreDatabase database = database();
        HikariDataSource source = BookstoreMain.source(database.jdbcUrl(), 4);
        ServiceHost host =
            ServiceHost.start(
                folder.resolve("server"),
                10,
                (context, flow, scratch) -> BookstoreMain.deploy(context, source, flow, scratch))) {
      host.deploy("ps", "");
      host.deploy("sjf", FLOW);
      for (String variant : List.of("ps", "sjf")) {
        ServiceAddress target =
            new ServiceAddress(host.port(), "/" + variant + "/services/Bookstore");
        Map<String, ?> answered = each(target).kinds();
        assertEquals(
            Operation.values().length, answered.size(), variant + ": " + answered.keySet());
      }
      assertTrue(database.commits() > 2L * Operation.values().length);
      assertEquals(2, database.number("select sum(t_orders) from takings"));
      assertEquals(
          database.number("select sum(o_total) from orders where o_status = 'PENDING'"),
          database.number("select sum(t_total) from takings"));
    }
  }

  private BookstoreDatabase database() throws Exception {
    try {
      return BookstoreDatabase.start(folder.resolve("database"), Scale.TINY);
    } catch (DHArchException e) {
      Assumptions.abort(e.getMessage());
      throw e;
    }
  }

  /** Calls each operation once; the client checks the answers. */
  private static LoadResult each(ServiceAddress target) throws IOException {
    Shopper shopper = new Shopper(Scale.TINY, 1);
    Iterator<Call> calls = Stream.of(Operation.values()).map(shopper::call).iterator();
    try (LoadClient client = new LoadClient()) {
      long[] atOnce = new long[Operation.values().length];
      LoadResult loadResult = client.open(target, atOnce, 1, calls::next);
      client.run(Duration.ZERO, Duration.ofMillis(1));
      return loadResult;
    }
  }

  @Test
  void operationsHaveThePapersProportions() {
    Shopper shopper = new Shopper(Scale.PAPER, 5);
    int drawn = 20_000;
    Map<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < drawn; i++) {
      counts.merge(shopper.get().kind(), 1, Integer::sum);
    }
    for (Operation each : Operation.values()) {
      double expected = drawn * each.percent() / 100.0;
      double deviation = Math.sqrt(expected * (1 - each.percent() / 100.0));
      assertEquals(expected, counts.getOrDefault(each.element(), 0), 4 * deviation, each.element());
    }
  }

  @Test
  void wrongAnswersAreDetected() {
    Shopper shopper = new Shopper(Scale.PAPER, 6);
    for (Operation each : Operation.values()) {
      String empty = "<b:" + each.element() + "Response xmlns:b='urn:dharch:bookstore'/>";
      ByteBuffer answer = StandardCharsets.UTF_8.encode(empty);
      assertTrue(shopper.call(each).check().problem(answer).isPresent(), each.element());
    }
  }

  @Test
  void textsAreFoundInDocumentOrder() {
    String xml = "<b:a><b:item><b:id>1</b:id></b:item><b:item><b:id>22</b:id></b:item></b:a>";
    assertEquals(List.of("1", "22"), TagScanner.texts(xml, "id"));
    assertEquals(
        List.of(), TagScanner.texts(xml, "item"), "an element with child elements has no text");
  }
}
