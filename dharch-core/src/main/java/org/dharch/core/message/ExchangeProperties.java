package org.dharch.core.message;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.api.MessageProperties;

/**
 * The properties of a whole exchange, whose names begin with {@value
 * MessageProperties#EXCHANGE_PREFIX}: what handlers of a request leave under such a name is handed
 * in again with the exchange's response, or its fault. A gateway keeps {@link #of} what it hears of
 * the request, however that ended, beside its container's exchange, and hands the exchange's later
 * messages in {@link #with} them. Stateless, safe for any thread.
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
