package org.dharch.hemanager.document;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.core.document.DocumentException.Problem;

/**
 * A resource of a node document: a pool if it has a URL, else what its factory makes.
 *
 * @param user empty if absent, as the others
 * @param size how many connections there are at most
 * @param maxWait how long a handler waits for one
 * @param lazy whether the data base may be absent when the node starts
 * @param at makes a problem at the resource's place in the document
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

  /** The values may be secret. */
  @Override
  public String toString() {
    return "resource " + name;
  }

  public Problem problem(String message) {
    return at.apply("resource '" + name + "': " + message);
  }
}
