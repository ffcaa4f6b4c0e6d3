package org.dharch.hemanager.document;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * A resource of a node document.
 *
 * @param pool the pool of connections; empty for an object of the factory
 * @param factory empty for a pool
 * @param parameters of the pool's driver, or of the factory
 * @param at creates a problem at the resource's place in the document
 */
public record ResourceSpec(
    String name,
    Optional<Pool> pool,
    String factory,
    Map<String, String> parameters,
    Function<String, Problem> at) {

  /**
   * A pool of connections to a database.
   *
   * @param user empty if absent, as password and driver
   * @param size the bound on connections
   * @param maxWait how long a handler waits for one
   * @param lazy whether the database may be absent when the node starts
   */
  public record Pool(
      String url,
      String user,
      String password,
      String driver,
      int size,
      Duration maxWait,
      boolean lazy) {

    /** Without the values, which may be secret. */
    @Override
    public String toString() {
      return "pool";
    }
  }

  /** Without the values, which may be secret. */
  @Override
  public String toString() {
    return "resource " + name;
  }

  public Problem problem(String message) {
    return at.apply("resource '" + name + "': " + message);
  }
}
