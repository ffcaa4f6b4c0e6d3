package org.dharch.axis2;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.dispatchers.RequestURIBasedServiceDispatcher;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.DispatchPhase;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.wsdl.WSDLUtil;
import org.dharch.axis2.message.BusyReply;
import org.dharch.axis2.message.Names;
import org.dharch.axis2.service.ProtocolActions;
import org.dharch.axis2.service.ProtocolDispatcher;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.FaultReply;
import org.dharch.core.orchestration.Constructs;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.RulePrefilter;

/**
 * Installs DHArch's handlers in Axis2's dispatch phase, after Axis2's own dispatchers. They ignore
 * services on which the module is not engaged. They are not in module.xml because an axis2.xml may
 * lack the phase.
 */
final class DispatchHandlers {
  private DispatchHandlers() {}

  private static List<Handler> ours() {
    return List.of(new ProtocolDispatcher(), new BeingDeployed(), new BackChannel());
  }

  /** Adds the handlers if the phase exists and lacks them. */
  static void install(AxisConfiguration configuration) {
    phase(configuration)
        .ifPresent(
            phase -> {
              for (Handler ours : ours()) {
                if (phase.getHandlers().stream().noneMatch(h -> isNamed(h, ours.getName()))) {
                  phase.addHandler(ours);
                }
              }
            });
  }

  /** Removes the handlers. */
  static void remove(AxisConfiguration configuration) {
    phase(configuration)
        .ifPresent(
            phase -> {
              for (Handler each : List.copyOf(phase.getHandlers())) {
                if (ours().stream().anyMatch(ours -> isNamed(each, ours.getName()))) {
                  phase.removeHandler(each.getHandlerDesc());
                }
              }
            });
  }

  /**
   * Checks that messages with {@code actions} can be dispatched to the handlers of a service.
   *
   * @throws DHArchException if the phase is missing; the message names it
   */
  static void check(ProtocolActions actions, AxisConfiguration configuration) {
    if (!actions.isEmpty() && phase(configuration).isEmpty()) {
      throw new DHArchException(
          ProtocolActions.PARAMETER
              + " requires Axis2's dispatch phase in axis2.xml: <phase name=\"Dispatch\""
              + " class=\"org.apache.axis2.engine.DispatchPhase\"> in <phaseOrder"
              + " type=\"InFlow\">");
    }
  }

  private static boolean isNamed(Handler handler, String name) {
    return name.equals(handler.getName());
  }

  /**
   * Whether {@code context}'s message, which has not been dispatched, may be for a service with the
   * module. A service that its URL does not name may be found later.
   */
  static boolean mayHaveHandlers(MessageContext context) {
    if (!context.isServerSide() || context.getTo() == null) {
      return false;
    }
    try {
      AxisService service = new RequestURIBasedServiceDispatcher().findService(context);
      return service == null || ServiceSettings.isEngagedAnywhere(service);
    } catch (AxisFault e) {
      return true; // the dispatcher says so itself
    }
  }

  /** The dispatch phase of the in flow. */
  static Optional<DispatchPhase> phase(AxisConfiguration configuration) {
    return configuration.getInFlowPhases().stream()
        .filter(DispatchPhase.class::isInstance)
        .map(DispatchPhase.class::cast)
        .findFirst();
  }

  /**
   * Reserves the HTTP response of a one-way message for the response of a handler, such as an
   * acknowledgement. Axis2 answers a one-way message with 202 before it invokes a handler of its
   * operation, unless a property of the context forbids it. This handler sets that property on
   * messages of a WS-ReliableMessaging sequence to which a handler may respond. Messages of durable
   * orchestrations are stored first and keep the 202. Runs at the end of the dispatch phase, where
   * the operation is known. Safe for any thread.
   */
  static final class BackChannel extends AbstractHandler {
    static final String NAME = "DHArchBackChannel";
    private static final String SEQUENCE = "Sequence";

    /** Of WS-ReliableMessaging 1.0, and of 1.1 and 1.2. */
    private static final List<QName> SEQUENCES =
        List.of(
            new QName("http://schemas.xmlsoap.org/ws/2005/02/rm", SEQUENCE),
            new QName("http://docs.oasis-open.org/ws-rx/wsrm/200702", SEQUENCE));

    BackChannel() {
      HandlerDescription description = new HandlerDescription(NAME);
      description.setHandler(this);
      init(description);
    }

    @Override
    public InvocationResponse invoke(MessageContext context) {
      AxisOperation operation = context.getAxisOperation();
      if (operation != null
          && context.getAxisService() != null
          && !WSDLUtil.isOutputPresentForMEP(operation.getMessageExchangePattern())
          && ServiceSettings.isEngaged(operation)
          && isInSequence(context.getEnvelope())
          && mayBeAnswered(context)) {
        context.setProperty(Constants.Configuration.DISABLE_RESPONSE_ACK, true);
      }
      return InvocationResponse.CONTINUE;
    }

    /** Whether {@code envelope}, which may be null, is part of a sequence. */
    static boolean isInSequence(SOAPEnvelope envelope) {
      SOAPHeader header = envelope == null ? null : envelope.getHeader();
      return header != null
          && SEQUENCES.stream().anyMatch(name -> header.getFirstChildWithName(name) != null);
    }

    private static boolean mayBeAnswered(MessageContext context) {
      Optional<Axis2Gateway> gateway = DHArchModule.gateway(context.getConfigurationContext());
      if (gateway.isEmpty()) {
        return false;
      }
      List<Orchestration> possible = possible(context, gateway.get().orchestrations());
      return possible.stream().noneMatch(Orchestration::durable)
          && possible.stream()
              .anyMatch(each -> Constructs.anyHandler(each.body(), HandlerEntry::mayRespond));
    }

    private static List<Orchestration> possible(MessageContext context, Orchestrations all) {
      return ServiceSettings.orchestration(context.getAxisOperation(), Direction.IN)
          .map(name -> Optional.ofNullable(all.byName().get(name)).stream().toList())
          .orElseGet(
              () ->
                  new RulePrefilter(
                          Names.service(context),
                          Optional.of(Names.operation(context)),
                          Optional.of(Names.action(context)))
                      .orchestrations(all, Direction.IN));
    }
  }

  /**
   * Rejects messages to a service that is being deployed and has no handlers yet, with 503. Axis2
   * (2.0.0) dispatches messages to a service before modules are engaged on it: {@code
   * AxisServiceGroup.addService} registers it, then {@code DeploymentEngine} engages what
   * services.xml names, and {@code AxisConfiguration.addServiceGroup} what is engaged for all
   * services. A message in between would bypass the handlers. Runs at the end of the dispatch
   * phase, before a message gets the chain of its operation. Safe for any thread.
   */
  private static final class BeingDeployed extends AbstractHandler {
    static final String NAME = "DHArchBeingDeployed";
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    BeingDeployed() {
      HandlerDescription description = new HandlerDescription(NAME);
      description.setHandler(this);
      init(description);
    }

    @Override
    public InvocationResponse invoke(MessageContext context) throws AxisFault {
      AxisService service = context.getAxisService();
      if (service == null || !context.isServerSide() || !lacksHandlers(context, service)) {
        return InvocationResponse.CONTINUE;
      }
      String reason = "service " + service.getName() + " is being deployed";
      return BusyReply.of(context, FaultReply.busy(reason, RETRY_AFTER), RETRY_AFTER);
    }

    private static boolean lacksHandlers(MessageContext context, AxisService service) {
      AxisOperation operation = context.getAxisOperation();
      if (ServiceSettings.isEngaged(service)
          || (operation != null && ServiceSettings.isEngaged(operation))) {
        return false;
      }
      AxisConfiguration configuration = context.getConfigurationContext().getAxisConfiguration();
      if (isDeployed(service.getAxisServiceGroup(), configuration)) {
        return false; // its deployment is complete, so it has no handlers
      }
      return ServiceSettings.isEngaged(configuration)
          || isNamed(service.getModules(), configuration)
          || (operation != null && isNamed(operation.getModuleRefs(), configuration));
    }

    private static boolean isDeployed(AxisServiceGroup group, AxisConfiguration configuration) {
      String name = group == null ? null : group.getServiceGroupName();
      return name != null && configuration.getServiceGroup(name) == group;
    }

    private static boolean isNamed(Collection<String> modules, AxisConfiguration configuration) {
      return modules != null
          && modules.stream()
              .map(configuration::getModule)
              .anyMatch(
                  module -> module != null && module.getName().equals(ServiceSettings.MODULE));
    }
  }
}
