package org.dharch.core.execution.stage;

import java.util.Map;
import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MessageContent;

/**
 * A message at one point of its execution: when it was sent to a node, or before a sequence that
 * catches faults.
 *
 * @param headersChanged whether handlers had changed its header blocks by then
 * @param bodyChanged whether they had changed its body
 */
public record MessageVersion(MessageContent content, boolean headersChanged, boolean bodyChanged) {
  /** This version without a property. */
  public MessageVersion without(String property) {
    return with(properties().merge(Map.of(), Set.of(property)));
  }

  /** This version with other properties. */
  public MessageVersion with(MessageProperties value) {
    return new MessageVersion(content.with(value), headersChanged, bodyChanged);
  }

  public byte[] envelope() {
    return content.envelope();
  }

  public MessageProperties properties() {
    return content.properties();
  }

  public Set<HeaderRef> processed() {
    return content.processed();
  }
}
