package org.dharch.core.spi;

import java.nio.file.Path;
import java.util.Map;

/**
 * Starts a handler node in this JVM; found by {@link java.util.ServiceLoader}, so that a
 * container's module does not depend on the implementation.
 */
public interface NodeProvider {

  /**
   * Starts the node that {@code document} describes.
   *
   * @param overrides values that override the document's: {@code broker}, {@code user}, {@code
   *     password}, {@code keyFile}, {@code encrypt}, {@code link}, {@code name}, {@code
   *     maxPayloadBytes}
   * @return stops the node after its running tasks
   * @throws org.dharch.core.message.DHArchException naming the errors in the document
   */
  AutoCloseable start(Path document, Map<String, String> overrides);
}
