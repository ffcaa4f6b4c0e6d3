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
 * The validated parameters of the module. docs/axis2-module.md describes each.
 *
 * @param gateway the parameters common to all containers
 * @param oneWayThreads the number of one-way messages that continue in parallel
 * @param oneWayQueue the number of further messages without a thread of the transport
 * @param keepsThread whether one-way messages keep the thread of their transport
 * @param callerRuns whether the thread of a request runs handlers of nodes in this JVM
 * @param protocolActions the actions of protocol messages, for services without their own
 * @param heldBytes the limit for bytes of messages with the manager; empty: part of the heap
 * @param outbound the settings for emissions to other hosts; empty if they are off
 * @param hideFaultDetail whether clients get a handler's fault without its detail
 */
public record ModuleSettings(
    GatewaySettings gateway,
    int oneWayThreads,
    int oneWayQueue,
    boolean keepsThread,
    boolean callerRuns,
    ProtocolActions protocolActions,
    Optional<Long> heldBytes,
    Optional<OutboundSettings> outbound,
    boolean hideFaultDetail) {
  private static final String THREADS = "dharch.oneway.threads";
  private static final String QUEUE = "dharch.oneway.queue";
  public static final String KEEPS_THREAD = "dharch.oneway.keepThread";
  private static final String CALLER_RUNS = "dharch.callerRuns";

  /**
   * Reads the parameters named {@code dharch.*}.
   *
   * @throws DHArchException if a parameter is invalid; the message names each, its value and the
   *     allowed ones
   */
  public static ModuleSettings of(Parameters parameters) {
    Problems problems = new Problems();
    Set<String> own =
        new TreeSet<>(
            Set.of(
                THREADS,
                QUEUE,
                KEEPS_THREAD,
                CALLER_RUNS,
                ProtocolActions.PARAMETER,
                HeldBytes.PARAMETER));
    own.addAll(OutboundSettings.names());
    Optional<GatewaySettings> gateway =
        problems.or(Optional.empty(), () -> Optional.of(GatewaySettings.of(parameters, own)));
    int threads = problems.or(1, () -> parameters.number(THREADS, 4, 1));
    int queue = problems.or(1, () -> parameters.number(QUEUE, 256, 1));
    boolean keepsThread = problems.or(false, () -> parameters.flag(KEEPS_THREAD));
    boolean callerRuns = problems.or(false, () -> parameters.flag(CALLER_RUNS));
    Optional<Long> heldBytes =
        problems.or(Optional.empty(), () -> HeldBytes.configured(parameters));
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
    boolean hideFaultDetail =
        problems.or(false, () -> parameters.flag(GatewaySettings.HIDE_FAULT_DETAIL));
    problems.check();
    ModuleSettings settings =
        new ModuleSettings(
            gateway.orElseThrow(),
            threads,
            queue,
            keepsThread,
            callerRuns,
            protocolActions,
            heldBytes,
            outbound,
            hideFaultDetail);
    settings.held(); // validates the limit before the start
    return settings;
  }

  /** A new counter of held bytes. */
  public HeldBytes held() {
    return heldBytes
        .map(bytes -> HeldBytes.of(bytes, gateway.manager().limits().maxPayloadBytes()))
        .orElseGet(() -> HeldBytes.byDefault(gateway.manager().limits().maxPayloadBytes()));
  }

  /**
   * Adds the settings of the flow document.
   *
   * @throws DHArchException if the document cannot be read or is invalid
   */
  public ModuleSettings withFlow(AxisConfiguration configuration) {
    return with(gateway.withFlow(path -> ModuleParameters.resolve(path, configuration)));
  }

  public ModuleSettings with(GatewaySettings value) {
    return new ModuleSettings(
        value,
        oneWayThreads,
        oneWayQueue,
        keepsThread,
        callerRuns,
        protocolActions,
        heldBytes,
        outbound,
        hideFaultDetail);
  }

  /** The load control of the manager. */
  public FlowControl flow() {
    return gateway.manager().flow();
  }
}
