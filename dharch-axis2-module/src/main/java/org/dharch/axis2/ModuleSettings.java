package org.dharch.axis2;

import java.util.Map;
import java.util.Set;
import org.dharch.core.DHArchException;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.Parameters;

/**
 * The module's parameters, checked. docs/axis2-module.md describes each.
 *
 * @param gateway those that mean the same in every container; without an orchestration the module
 *     does nothing
 * @param oneWayThreads how many one-way messages are carried on at once
 * @param oneWayQueue how many more may be under way without a thread of the transport
 */
record ModuleSettings(GatewaySettings gateway, int oneWayThreads, int oneWayQueue) {
  private static final String THREADS = "dharch.oneway.threads";
  private static final String QUEUE = "dharch.oneway.queue";

  /**
   * Checks {@code texts}; those of other names than {@code dharch.*} are somebody else's.
   *
   * @throws DHArchException naming the parameter, its value and what is allowed
   */
  static ModuleSettings of(Map<String, String> texts) {
    Parameters parameters = new Parameters(texts);
    return new ModuleSettings(
        GatewaySettings.of(parameters, Set.of(THREADS, QUEUE)),
        parameters.number(THREADS, 4, 1),
        parameters.number(QUEUE, 256, 1));
  }
}
