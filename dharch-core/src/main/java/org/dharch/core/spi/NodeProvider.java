package org.dharch.core.spi;

import java.nio.file.Path;
import java.util.Map;

/**
 * Starts a handler node in this JVM; found by {@link java.util.ServiceLoader}, so that a
 * container's module can have nodes of its own without depending on what hosts them.
 */
public interface NodeProvider {

  /**
   * Starts the node that {@code document} describes.
   *
   * @param overrides what is said instead of the document's own values: {@code broker}, {@code
   *     user}, {@code password}, {@code keyFile}, {@code encrypt}, {@code link}, {@code name},
   *     {@code maxPayloadBytes}
   * @return what stops the node again; it finishes what it has begun
   * @throws org.dharch.core.message.DHArchException naming what is wrong in the document
   */
  AutoCloseable start(Path document, Map<String, String> overrides);
}
