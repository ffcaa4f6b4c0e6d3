package org.dharch.hemanager.document;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * A resource of a node document: a pool if it has a URL, otherwise an object of its factory.
 *
 * @param user empty if absent, as the others
 * @param size the bound on connections
 * @param maxWait how long a handler waits for one
 * @param lazy whether the database may be absent when the node starts
 * @param at creates a problem at the resource's place in the document
 */
public record ResourceSpec(
    String name,
    Optional<String> url,
    String user,
    String password,
    String driver,
    int size,
    Duration maxWait,
    boolean lazy,
    String factory,
    Map<String, String> parameters,
    Function<String, Problem> at) {

  ResourceSpec withWait(Duration value) {
    return new ResourceSpec(
        name, url, user, password, driver, size, value, lazy, factory, parameters, at);
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
