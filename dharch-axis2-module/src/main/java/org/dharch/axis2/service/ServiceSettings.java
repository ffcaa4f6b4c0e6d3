package org.dharch.axis2.service;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.axis2.chain.ServiceChain;
import org.dharch.core.document.Durations;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.settings.Parameters;

/** Reads the settings of a service or an operation in services.xml. */
public final class ServiceSettings {
  /** The module's name in module.xml. */
  public static final String MODULE = "dharch";

  private static final String ORCHESTRATION = "dharch.orchestration.";
  private static final String DEADLINE = "dharch.deadline";

  /** Built once because it is read for every message. */
  private static final Map<Direction, String> ORCHESTRATIONS = new EnumMap<>(Direction.class);

  static {
    for (Direction flow : Direction.values()) {
      ORCHESTRATIONS.put(flow, ORCHESTRATION + flow);
    }
  }

  private ServiceSettings() {}

  /** The orchestration that {@code description} names for {@code flow}. */
  public static Optional<String> orchestration(AxisDescription description, Direction flow) {
    return text(description, ORCHESTRATIONS.get(flow));
  }

  /** The service's own list of protocol actions. */
  public static Optional<ProtocolActions> protocolActions(AxisService service) {
    return text(service, ProtocolActions.PARAMETER).map(ProtocolActions::parse);
  }

  public static Optional<Duration> deadline(AxisDescription description) {
    return text(description, DEADLINE).map(text -> Durations.parse(DEADLINE, text));
  }

  /** Whether one-way messages of {@code description} keep the thread of their transport. */
  public static Optional<Boolean> keepsThread(AxisDescription description) {
    String name = ModuleSettings.KEEPS_THREAD;
    return text(description, name).map(text -> new Parameters(Map.of(name, text)).flag(name));
  }

  /**
   * Checks the parameters of {@code description} itself.
   *
   * @throws DHArchException if one is invalid; the message names it, its value and the allowed
   *     values
   */
  public static void check(AxisDescription description, Orchestrations orchestrations) {
    for (Parameter parameter : description.getParameters()) {
      String name = parameter.getName();
      if (!name.startsWith(Parameters.PREFIX)) {
        continue;
      }
      Optional<Direction> flow =
          Arrays.stream(Direction.values()).filter(f -> name.equals(ORCHESTRATION + f)).findAny();
      if (flow.isPresent()) {
        checkKnown(name, orchestration(description, flow.get()), orchestrations);
      } else if (name.equals(DEADLINE)) {
        deadline(description);
      } else if (name.equals(ModuleSettings.KEEPS_THREAD)) {
        keepsThread(description);
      } else if (name.equals(ProtocolActions.PARAMETER)
          && description instanceof AxisService service) {
        protocolActions(service);
      } else if (!(ServiceChain.isNamed(name) && description instanceof AxisService)) {
        // a chain is parsed when its handlers are created
        throw new DHArchException(
            "services.xml: unknown parameter '" + name + "'; it must be one of " + names());
      }
    }
  }

  /**
   * Checks every service and operation of {@code configuration} that has the module engaged.
   *
   * @throws DHArchException as {@link #check}, with the service or operation
   */
  public static void checkEngaged(AxisConfiguration configuration, Orchestrations orchestrations) {
    for (AxisService service : configuration.getServices().values()) {
      checkEngaged(service, service.getName(), orchestrations);
      service
          .getOperations()
          .forEachRemaining(
              operation ->
                  checkEngaged(
                      operation,
                      service.getName() + "/" + operation.getName().getLocalPart(),
                      orchestrations));
    }
  }

  private static void checkEngaged(
      AxisDescription description, String where, Orchestrations orchestrations) {
    try {
      if (isEngaged(description)) {
        check(description, orchestrations);
      }
    } catch (DHArchException e) {
      throw new DHArchException(where + ": " + e.getMessage(), e);
    }
  }

  /** Whether the module is engaged on it. */
  public static boolean isEngaged(AxisDescription description) {
    return description.getEngagedModules().stream()
        .anyMatch(module -> module.getName().equals(MODULE));
  }

  /** Whether the module is engaged on {@code service} or on one of its operations. */
  public static boolean isEngagedAnywhere(AxisService service) {
    boolean isEngaged = isEngaged(service);
    for (Iterator<AxisOperation> all = service.getOperations(); !isEngaged && all.hasNext(); ) {
      isEngaged = isEngaged(all.next());
    }
    return isEngaged;
  }

  private static void checkKnown(
      String parameter, Optional<String> name, Orchestrations orchestrations) {
    if (name.isPresent() && !orchestrations.byName().containsKey(name.get())) {
      throw new DHArchException(
          parameter
              + " must be one of "
              + orchestrations.byName().keySet()
              + " (got "
              + name.get()
              + ")");
    }
  }

  private static String names() {
    return Arrays.stream(Direction.values())
            .map(f -> ORCHESTRATION + f)
            .collect(Collectors.joining(", "))
        + ", "
        + DEADLINE
        + ", "
        + ModuleSettings.KEEPS_THREAD
        + ", and of a service "
        + ProtocolActions.PARAMETER
        + ", "
        + ServiceChain.PARAMETER
        + "in, .out and .out-fault";
  }

  private static Optional<String> text(AxisDescription description, String name) {
    Object value = description == null ? null : description.getParameterValue(name);
    return value == null || value.toString().isBlank()
        ? Optional.empty()
        : Optional.of(value.toString().strip());
  }
}
