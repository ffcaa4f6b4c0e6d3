package org.dharch.ws.resource;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;

class SqliteOperationsTest extends OperationsContract {
  @TempDir Path folder;

  @Override
  ResourceStore open() {
    return JdbcResourceStore.open(
        "jdbc:sqlite:" + folder.resolve("wsrf.db"), new Properties(), InstantSource.system(), 4);
  }
}
