package org.dharch.axis2;

import java.util.Map;
import java.util.Set;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.DHArchException;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.Parameters;

/**
 * The module's parameters, checked. docs/axis2-module.md describes each.
 *
 * @param gateway those that mean the same in every container
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

  /**
   * These, with what the flow document says.
   *
   * @throws DHArchException if it cannot be read, or is wrong
   */
  ModuleSettings withFlow(AxisConfiguration configuration) {
    return with(gateway.withFlow(path -> ModuleParameters.resolve(path, configuration)));
  }

  ModuleSettings with(GatewaySettings value) {
    return new ModuleSettings(value, oneWayThreads, oneWayQueue);
  }

  /** How the manager keeps its load within what can be carried. */
  FlowControl flow() {
    return gateway.manager().flow();
  }
}
