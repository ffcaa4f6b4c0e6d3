package org.dharch.hemanager.resources;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;
import org.dharch.hemanager.document.ResourceSpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates database connection pools by HikariCP. */
final class JdbcPool {
  private static final Logger log = LoggerFactory.getLogger(JdbcPool.class);

  private JdbcPool() {}

  /**
   * Opens a pool, which connects at once unless it is lazy.
   *
   * @param spec with its texts resolved
   * @param loader has the driver
   * @throws DHArchException in one line, if there is no driver or no database
   */
  static AutoCloseable open(ResourceSpec spec, ClassLoader loader) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(spec.name());
    config.setThreadFactory(threads(spec.name(), loader));
    ResourceSpec.Pool pool = spec.pool().orElseThrow();
    String url = pool.url();
    String driver = pool.driver().isEmpty() ? driver(url, loader) : pool.driver();
    try {
      config.setDriverClassName(driver); // uses the thread's loader
    } catch (RuntimeException e) {
      throw new DHArchException("driver '" + driver + "': " + OneLine.of(e), e);
    }
    config.setJdbcUrl(url);
    if (!pool.user().isEmpty()) {
      config.setUsername(pool.user());
    }
    if (!pool.password().isEmpty()) {
      config.setPassword(pool.password());
    }
    for (Map.Entry<String, String> each : spec.parameters().entrySet()) {
      config.addDataSourceProperty(each.getKey(), each.getValue());
    }
    long millis = pool.maxWait().toMillis();
    config.setMaximumPoolSize(pool.size());
    config.setMinimumIdle(pool.lazy() ? 0 : 1);
    config.setConnectionTimeout(millis);
    config.setValidationTimeout(Math.min(millis, config.getValidationTimeout()));
    config.setInitializationFailTimeout(pool.lazy() ? -1 : millis);
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException e) {
      throw new DHArchException(
          "cannot use database " + withoutParameters(url) + ": " + OneLine.of(deepest(e)), e);
    }
  }

  /** Without its parameters, which may contain a password. */
  private static String withoutParameters(String url) {
    return url.replaceFirst("[?;].*", "");
  }

  private static Throwable deepest(Throwable problem) {
    Throwable deepest = problem;
    for (int i = 0; i < 100 && deepest.getCause() != null; i++) {
      deepest = deepest.getCause();
    }
    return deepest;
  }

  /** {@code java.sql.DriverManager} finds only drivers of the class path. */
  private static String driver(String url, ClassLoader loader) {
    return find(url, loader)
        .orElseThrow(
            () ->
                new DHArchException(
                    "url='"
                        + withoutParameters(url)
                        + "' must have a driver in the sharedFolder or on the class path"));
  }

  private static Optional<String> find(String url, ClassLoader loader) {
    Iterator<Driver> drivers = ServiceLoader.load(Driver.class, loader).iterator();
    while (true) {
      try {
        if (!drivers.hasNext()) {
          return Optional.empty();
        }
        Driver driver = drivers.next();
        if (driver.acceptsURL(url)) {
          return Optional.of(driver.getClass().getName());
        }
      } catch (ServiceConfigurationError | SQLException e) {
        log.debug("Ignored an unusable driver", e);
      }
    }
  }

  private static ThreadFactory threads(String name, ClassLoader loader) {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "dharch-resource-" + name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      thread.setContextClassLoader(loader);
      return thread;
    };
  }
}
