package org.dharch.api;

import java.util.Map;

/**
 * Makes an object that the handlers of a node share, as a {@code <resource>} of the node document
 * says. Needs a public class with a public constructor without parameters, on the class path or in
 * the node's {@code sharedFolder}. Each method is called on one thread, once for each resource.
 */
public interface ResourceFactory {
  /**
   * Makes the object, before any handler is.
   *
   * @param name the resource's
   * @param parameters those of the node document
   * @return what handlers are given; safe for any thread
   * @throws Exception if it cannot be made; the node then refuses to start
   */
  Object make(String name, Map<String, String> parameters) throws Exception;

  /**
   * Ends what {@link #make} made, after the last handler was closed. Unless it is overridden it
   * closes what can be closed.
   *
   * @throws Exception is logged
   */
  default void end(Object made) throws Exception {
    if (made instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }
}
