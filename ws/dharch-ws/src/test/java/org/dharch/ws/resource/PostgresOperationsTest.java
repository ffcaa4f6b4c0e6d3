package org.dharch.ws.resource;

import java.time.InstantSource;
import java.util.Properties;
import org.dharch.testing.TestPostgres;
import org.junit.jupiter.api.Tag;

@Tag("full")
class PostgresOperationsTest extends OperationsContract {
  @Override
  ResourceStore open() {
    return JdbcResourceStore.open(
        TestPostgres.newDatabase(), new Properties(), InstantSource.system(), 4);
  }
}
