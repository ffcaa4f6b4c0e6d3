package org.dharch.benchmarks.bookstore;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.dharch.axis2.DHArchModule;
import org.dharch.benchmarks.load.Call;
import org.dharch.benchmarks.load.ServiceHost;

/**
 * The server of the bookstore, in its own JVM: {@code JDBC-URL FOLDER THREADS CONNECTIONS}. It
 * prints READY and its port, and ends when its standard input ends. Each Axis2 is deployed with a
 * flow document for the DHArch module, or without the module.
 */
public final class BookstoreMain {
  private static final String DEADLINE = "120s";

  private BookstoreMain() {}

  public static void main(String[] args) throws Exception {
    HikariDataSource source = source(args[0], Integer.parseInt(args[3]));
    ServiceHost host =
        ServiceHost.start(
            Path.of(args[1]),
            Integer.parseInt(args[2]),
            (context, flow, scratch) -> deploy(context, source, flow, scratch));
    System.out.println("READY " + host.port());
    awaitEndOfInput();
    Runtime.getRuntime().halt(0);
  }

  /**
   * Deploys the bookstore in {@code context}, behind the flow document {@code flow} unless that is
   * empty.
   */
  static void deploy(ConfigurationContext context, DataSource source, String flow, Path scratch)
      throws IOException {
    AxisService service = BookstoreReceiver.describe(context.getAxisConfiguration(), source);
    context.getAxisConfiguration().addService(service);
    if (!flow.isEmpty()) {
      Path document = scratch.resolve("flow.xml");
      Files.writeString(document, flow, StandardCharsets.UTF_8);
      AxisModule module =
          DHArchModule.install(
              context,
              Map.of(
                  "dharch.flow",
                  document.toString(),
                  "dharch.clientHeader",
                  Call.CLIENT,
                  "dharch.deadline",
                  DEADLINE));
      service.engageModule(module);
    }
  }

  static HikariDataSource source(String url, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(Math.min(connections, 4));
    config.setAutoCommit(false);
    config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(90)); // the clients' timeout
    return new HikariDataSource(config);
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // only the end of the input matters
    }
  }
}
