package org.dharch.hemanager.loading;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Deregisters the JDBC drivers of its own class loader. {@link FolderLoader} defines it again in
 * that loader, because DriverManager accepts only such callers. Therefore it depends on the JDK
 * alone.
 */
final class OwnDrivers implements Callable<Collection<String>> {
  @Override
  public Collection<String> call() throws SQLException {
    List<String> gone = new ArrayList<>();
    for (Driver driver : Collections.list(DriverManager.getDrivers())) {
      if (driver.getClass().getClassLoader() == OwnDrivers.class.getClassLoader()) {
        DriverManager.deregisterDriver(driver);
        gone.add(driver.getClass().getName());
      }
    }
    return gone;
  }
}
