package org.dharch.core.spi;

import java.net.URI;
import java.util.Map;
import org.dharch.api.Limits;

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
   * @param limits the bounds on one message: what they let through, the transport must carry
   * @param options what configuration says besides, such as {@code user} and {@code password}; an
   *     unknown name is an error
   * @throws org.dharch.core.message.DHArchException naming the option, its value and what is
   *     allowed
   */
  CManager manager(URI broker, Map<String, String> options, Limits limits);

  /**
   * The node's end; as {@link #manager}, but it takes whatever a manager sends.
   *
   * @param limits the bounds on what it sends itself
   */
  NodeChannel node(URI broker, Map<String, String> options, Limits limits);

  /**
   * Checks what a node document says, before there is a node.
   *
   * @param option one of {@link #node}'s
   * @throws org.dharch.core.message.DHArchException naming the option, its value and what is
   *     allowed
   */
  default void checkNode(String option, String value) {}

  /** As the other, for messages within the default limits. */
  default CManager manager(URI broker, Map<String, String> options) {
    return manager(broker, options, Limits.DEFAULT);
  }

  /** As the other, for replies within the default limits. */
  default NodeChannel node(URI broker, Map<String, String> options) {
    return node(broker, options, Limits.DEFAULT);
  }
}
