package org.dharch.core.spi;

import java.net.URI;
import java.util.Map;

/**
 * Makes the two ends of one kind of transport; found by {@link java.util.ServiceLoader}, so that a
 * container's module depends on no transport.
 */
public interface CManagerProvider {

  /** Whether this provider understands {@code broker}, for example {@code tcp://host:61616}. */
  boolean supports(URI broker);

  /**
   * The manager's end.
   *
   * @param options what configuration says besides, such as {@code user} and {@code password}; an
   *     unknown name is an error
   * @throws org.dharch.core.message.DHArchException naming the option, its value and what is
   *     allowed
   */
  CManager manager(URI broker, Map<String, String> options);

  /** The node's end; as {@link #manager}. */
  NodeChannel node(URI broker, Map<String, String> options);
}
