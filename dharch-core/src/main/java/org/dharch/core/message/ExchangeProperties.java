package org.dharch.core.message;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.MessageProperties;

/**
 * The properties of a whole exchange. Their names begin with {@value
 * MessageProperties#EXCHANGE_PREFIX}. Properties that handlers of a request set under such a name
 * are submitted again with the response or fault of the exchange. A gateway stores {@link #of} a
 * request's outcome with its container's exchange and submits later messages of the exchange {@link
 * #with} them. Stateless; thread-safe.
 */
public final class ExchangeProperties {
  private ExchangeProperties() {}

  /** Those of {@code properties} that belong to the exchange. */
  public static MessageProperties of(MessageProperties properties) {
    Map<String, Object> own = new LinkedHashMap<>();
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(MessageProperties.EXCHANGE_PREFIX)) {
                own.put(name, value);
              }
            });
    return MessageProperties.of(own);
  }

  /**
   * A later message's {@code properties} with those of its exchange; of one that both have, the
   * exchange's value.
   */
  public static MessageProperties with(MessageProperties properties, MessageProperties exchange) {
    MessageProperties own = of(exchange);
    return own.size() == 0 ? properties : properties.merge(own.asMap(), List.of());
  }
}
