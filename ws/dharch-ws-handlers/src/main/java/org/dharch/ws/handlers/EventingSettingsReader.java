package org.dharch.ws.handlers;

import java.time.Duration;
import java.util.Optional;
import org.dharch.api.Emission;
import org.dharch.core.document.HandlerSettings;
import org.dharch.ws.eventing.EventSource;
import org.dharch.ws.eventing.SubscriptionStore;

/**
 * The common parameters of the eventing handlers of a node.
 *
 * @param store the store of subscriptions
 * @param waiting the maximum number of pending events
 */
record EventingSettingsReader(
    StoreParameters store,
    SubscriptionStore.Bounds bounds,
    EventSource.Settings sending,
    SubscriptionStore.LossTolerance tolerance,
    int waiting) {
  private static final int MAX_WAITING = 10_000;

  /** Reads the common parameters and leaves the others to the handler. */
  static EventingSettingsReader read(HandlerSettings settings) {
    SubscriptionStore.Bounds defaults = SubscriptionStore.Bounds.DEFAULT;
    Optional<String> reliable = settings.text("reliable");
    return new EventingSettingsReader(
        StoreParameters.read(settings),
        new SubscriptionStore.Bounds(
            settings.number("maxSubscriptions", defaults.subscriptions(), 1),
            (int) settings.number("maxFilters", defaults.filters(), 1, 100_000),
            settings.number("maxFilterCharacters", defaults.filterCharacters(), 1, 100_000_000)),
        new EventSource.Settings(settings.text("send"), reliable, sendTime(settings)),
        new SubscriptionStore.LossTolerance(
            (int) settings.number("failures", 10, 1, 1_000_000),
            settings.duration("failingTime", Duration.ofMinutes(10)).toMillis()),
        (int) settings.number("waiting", 64, 1, MAX_WAITING));
  }

  private static Duration sendTime(HandlerSettings settings) {
    Duration time = settings.duration("sendTime", Duration.ofMinutes(5));
    if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Emission.MAX_DEADLINE) > 0) {
      throw HandlerSettings.wrong("sendTime", time.toString(), "1s to 24h");
    }
    return time;
  }
}
