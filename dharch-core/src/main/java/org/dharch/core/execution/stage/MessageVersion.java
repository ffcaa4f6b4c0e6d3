package org.dharch.core.execution.stage;

import java.util.Map;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;

/**
 * A message at one point of its execution: when it was sent to a node, or before a sequence that
 * catches faults.
 *
 * @param envelope not changed by anybody
 * @param headersChanged whether handlers had changed its header blocks by then
 * @param bodyChanged whether they had changed its body
 */
public record MessageVersion(
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean headersChanged,
    boolean bodyChanged) {
  /** This version without a property. */
  public MessageVersion without(String property) {
    return with(properties.merge(Map.of(), Set.of(property)));
  }

  /** This version with other properties. */
  public MessageVersion with(MessageProperties value) {
    return new MessageVersion(envelope, value, processed, headersChanged, bodyChanged);
  }
}
