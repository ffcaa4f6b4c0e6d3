package org.dharch.core.spi;

import java.net.URI;
import java.util.Map;
import org.dharch.api.Limits;

/**
 * Creates the two ends of one kind of transport; found by {@link java.util.ServiceLoader}, so that
 * a container's module depends on no transport.
 */
public interface CManagerProvider {

  /** Whether this provider understands {@code broker}, for example {@code tcp://host:61616}. */
  boolean supports(URI broker);

  /**
   * Creates the manager's end.
   *
   * @param limits the bounds on one message, which the transport must be able to carry
   * @param options further options, such as {@code user} and {@code password}; an unknown name is
   *     an error
   * @throws org.dharch.core.message.DHArchException naming the option, its value and the allowed
   *     values
   */
  CManager manager(URI broker, Map<String, String> options, Limits limits);

  /**
   * Creates the node's end; it accepts messages of any size from a manager.
   *
   * @param limits the bounds on the messages that it sends
   */
  NodeChannel node(URI broker, Map<String, String> options, Limits limits);

  /**
   * Validates an option of a node document before the node exists.
   *
   * @param option one of {@link #node}'s
   * @throws org.dharch.core.message.DHArchException naming the option, its value and the allowed
   *     values
   */
  default void checkNode(String option, String value) {}

  /** With the default limits. */
  default CManager manager(URI broker, Map<String, String> options) {
    return manager(broker, options, Limits.DEFAULT);
  }

  /** With the default limits. */
  default NodeChannel node(URI broker, Map<String, String> options) {
    return node(broker, options, Limits.DEFAULT);
  }
}
