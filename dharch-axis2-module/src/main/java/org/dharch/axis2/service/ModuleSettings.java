package org.dharch.axis2.service;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.Limits;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.HeldBytes;
import org.dharch.core.settings.Parameters;
import org.dharch.core.settings.Problems;
import org.dharch.outbound.OutboundSettings;

/**
 * The module's parameters, checked. docs/axis2-module.md describes each.
 *
 * @param gateway those that mean the same in every container
 * @param oneWayThreads how many one-way messages are carried on at once
 * @param oneWayQueue how many more may be under way without a thread of the transport
 * @param callerRuns whether a request's own thread runs handlers of nodes in this JVM
 * @param protocolActions the actions of protocols whose messages are for handlers, where a service
 *     says none
 * @param heldBytes how many bytes of messages may be with the manager; a share of the heap if empty
 * @param outbound how what handlers emit is sent outside; empty if it is not
 */
public record ModuleSettings(
    GatewaySettings gateway,
    int oneWayThreads,
    int oneWayQueue,
    boolean callerRuns,
    ProtocolActions protocolActions,
    Optional<Long> heldBytes,
    Optional<OutboundSettings> outbound) {
  private static final String THREADS = "dharch.oneway.threads";
  private static final String QUEUE = "dharch.oneway.queue";
  private static final String CALLER_RUNS = "dharch.callerRuns";

  /**
   * Checks {@code parameters}; those of other names than {@code dharch.*} are somebody else's.
   *
   * @throws DHArchException naming each parameter that is wrong, its value and what is allowed
   */
  public static ModuleSettings of(Parameters parameters) {
    Problems problems = new Problems();
    Set<String> own =
        new TreeSet<>(
            Set.of(THREADS, QUEUE, CALLER_RUNS, ProtocolActions.PARAMETER, HeldBytes.PARAMETER));
    own.addAll(OutboundSettings.names());
    Optional<GatewaySettings> gateway =
        problems.or(Optional.empty(), () -> Optional.of(GatewaySettings.of(parameters, own)));
    int threads = problems.or(1, () -> parameters.number(THREADS, 4, 1));
    int queue = problems.or(1, () -> parameters.number(QUEUE, 256, 1));
    boolean callerRuns = problems.or(false, () -> parameters.flag(CALLER_RUNS));
    Optional<Long> heldBytes = problems.or(Optional.empty(), () -> HeldBytes.said(parameters));
    ProtocolActions protocolActions =
        problems.or(
            new ProtocolActions(List.of()),
            () -> ProtocolActions.parse(parameters.text(ProtocolActions.PARAMETER).orElse("")));
    Optional<OutboundSettings> outbound =
        problems.or(
            Optional.empty(),
            () ->
                OutboundSettings.ofGateway(
                    parameters,
                    gateway.map(each -> each.manager().limits()).orElse(Limits.DEFAULT)));
    problems.check();
    ModuleSettings settings =
        new ModuleSettings(
            gateway.orElseThrow(),
            threads,
            queue,
            callerRuns,
            protocolActions,
            heldBytes,
            outbound);
    settings.held(); // says what is wrong before anything starts
    return settings;
  }

  /** What a gateway may hold; nothing yet. */
  public HeldBytes held() {
    return HeldBytes.of(heldBytes, gateway.manager().limits().maxPayloadBytes());
  }

  /**
   * These, with what the flow document says.
   *
   * @throws DHArchException if it cannot be read, or is wrong
   */
  public ModuleSettings withFlow(AxisConfiguration configuration) {
    return with(gateway.withFlow(path -> ModuleParameters.resolve(path, configuration)));
  }

  public ModuleSettings with(GatewaySettings value) {
    return new ModuleSettings(
        value, oneWayThreads, oneWayQueue, callerRuns, protocolActions, heldBytes, outbound);
  }

  /** How the manager keeps its load within what can be carried. */
  public FlowControl flow() {
    return gateway.manager().flow();
  }
}
