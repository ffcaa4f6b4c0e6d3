package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.dharch.ws.Direction;
import org.dharch.ws.MessageFlowException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteResourceStoreTest extends ClockedResourceStoreContract {
  @TempDir Path folder;

  @Override
  ResourceStore open() {
    return open(4);
  }

  private ResourceStore open(int connections) {
    return JdbcResourceStore.open(
        url(), new Properties(), () -> Instant.ofEpochMilli(now), connections);
  }

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("wsrf.db");
  }

  @Test
  void resourcesSurviveRestart() {
    put(store(), resource("<a/>"));
    store().close();
    try (ResourceStore next = open()) {
      assertEquals(Optional.of(resource("<a/>")), next.transact(in -> in.resource(KEY)));
    }
  }

  @Test
  void opensFileTwice() throws Exception {
    put(store(), resource("<n>0</n>"));
    try (ResourceStore other = open()) {
      countTo(40, List.of(store(), other));
    }
    assertEquals(Optional.of(resource("<n>40</n>")), store().transact(in -> in.resource(KEY)));
  }

  @Test
  void rejectsOtherVersion() throws Exception {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE dharch_schema SET version = 99 WHERE part = 'wsrf'");
    }
    StoreException refused = assertThrows(StoreException.class, this::open);
    assertTrue(refused.getMessage().contains("version 99"), refused.getMessage());
  }

  @Test
  void closedStoreFails() {
    store().close();
    StoreException closed =
        assertThrows(StoreException.class, () -> store().transact(in -> in.resource(KEY)));
    assertTrue(closed.getMessage().endsWith("is closed"), closed.getMessage());
  }

  @Test
  void storeFailureIsRetryable() {
    ResourceProcessor processor =
        new ResourceProcessor(store(), ResourceSettings.DEFAULT, Instant::now, "Weather", "m");
    SOAPContext request =
        new SOAPContext(
            Requests.about("b1", SoapVersion.SOAP_1_1, Requests.set(Requests.delete("w:place"))));
    store().close();
    MessageFlowException failed =
        assertThrows(
            MessageFlowException.class,
            () -> processor.processExchange(request, Direction.FROM_NETWORK));
    assertEquals("the store of resources failed; see the log of its node", failed.getMessage());
  }
}
