package org.dharch.api;

import java.util.Map;

/**
 * Creates an object that the handlers of a node share, for a {@code <resource>} of the node
 * document. Needs a public class with a public constructor without parameters, on the class path or
 * in the node's {@code sharedFolder}. Each method is called on one thread, once for each resource.
 */
public interface ResourceFactory {
  /**
   * Creates the object, before any handler is created.
   *
   * @param name the resource's name
   * @param parameters those of the node document
   * @return the object for the handlers; thread-safe
   * @throws Exception if it cannot be created; the node then refuses to start
   */
  Object make(String name, Map<String, String> parameters) throws Exception;

  /**
   * Disposes of the object of {@link #make} after the last handler was closed. By default closes it
   * if it is closeable.
   *
   * @throws Exception is logged
   */
  default void end(Object made) throws Exception {
    if (made instanceof AutoCloseable closeable) {
      closeable.close();
    }
  }
}
