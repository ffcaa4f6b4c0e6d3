package org.dharch.handlers;

import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.HandlerSettings;

/** Whether a monitor exports its figures to Micrometer. */
enum MetersUse {
  IF_AVAILABLE,
  REQUIRED,
  OFF;

  static final Map<String, MetersUse> BY_NAME =
      Map.of("auto", IF_AVAILABLE, "required", REQUIRED, "off", OFF);

  /** Returns empty without Micrometer, or if the export is switched off. */
  Optional<MessageMeters> meters(String node, String name, Monitor monitor) {
    if (this == OFF) {
      return Optional.empty();
    }
    if (!isAvailable()) {
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

  private static boolean isAvailable() {
    try {
      Class.forName("io.micrometer.core.instrument.Metrics", false, Monitor.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
