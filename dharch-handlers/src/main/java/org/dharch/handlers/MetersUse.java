package org.dharch.handlers;

import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.HandlerSettings;

/** Whether a monitor exports its figures to Micrometer. */
enum MetersUse {
  WHERE_IT_IS,
  REQUIRED,
  OFF;

  static final Map<String, MetersUse> BY_NAME =
      Map.of("auto", WHERE_IT_IS, "required", REQUIRED, "off", OFF);

  /**
   * Returns the meters of {@code monitor}; empty without Micrometer, or if they are switched off.
   */
  Optional<MessageMeters> meters(String node, String name, Monitor monitor) {
    if (this == OFF) {
      return Optional.empty();
    }
    if (!isThere()) {
      if (this == REQUIRED) {
        throw HandlerSettings.wrong(
            "micrometer",
            "required",
            "auto or off without micrometer-core on the class path of the handlers");
      }
      return Optional.empty();
    }
    return Optional.of(new Meters(node, name, monitor));
  }

  private static boolean isThere() {
    try {
      Class.forName("io.micrometer.core.instrument.Metrics", false, Monitor.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
