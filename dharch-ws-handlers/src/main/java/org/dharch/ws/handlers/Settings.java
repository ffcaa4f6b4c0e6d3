package org.dharch.ws.handlers;

import java.util.Map;
import org.dharch.core.document.HandlerSettings;

/** The parameters of a handler of this module. For one thread. */
final class Settings extends HandlerSettings {
  Settings(Map<String, String> parameters) {
    super(parameters);
  }
}
