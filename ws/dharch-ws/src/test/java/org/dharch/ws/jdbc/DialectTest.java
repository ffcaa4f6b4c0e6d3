package org.dharch.ws.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which data bases something can be kept. */
final class DialectTest {
  /** Each connection has one for itself: tables that one makes are not there for the next. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:sqlite:",
        "jdbc:sqlite:?cache=shared",
        "jdbc:sqlite::memory:",
        "jdbc:sqlite:file:x?mode=memory&cache=shared",
      })
  void rejectsInMemoryDatabases(String url) {
    String output = assertThrows(StoreException.class, () -> Dialect.of(url)).getMessage();
    assertTrue(output.contains("unsupported store URL: " + url), output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:sqlite:rm.db", "jdbc:sqlite:/a/memory/b.db?cache=shared"})
  void acceptsFiles(String url) {
    assertEquals(Dialect.SQLITE, Dialect.of(url));
  }
}
