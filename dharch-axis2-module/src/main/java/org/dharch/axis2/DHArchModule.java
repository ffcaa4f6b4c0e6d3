package org.dharch.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.deployment.DeploymentEngine;
import org.apache.axis2.deployment.ModuleBuilder;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.modules.Module;
import org.apache.axis2.util.Utils;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.dharch.axis2.envelope.RecordingBuilders;
import org.dharch.axis2.service.ModuleParameters;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.RequiredPhases;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Reason;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.LinkageReport;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.spi.BrokerList;

/**
 * DHArch as a module of Apache Axis2 (seed 000, section 3.1.1: the gateway). One manager runs per
 * configuration context, from the module's {@code init} to its {@code shutdown}. Parameters are
 * described in docs/axis2-module.md. A module that is not configured at all does nothing, and can
 * be engaged only on services that have handlers in Axis2's own chain and no others; one that is
 * configured wrongly says so once and cannot be engaged.
 */
public final class DHArchModule implements Module {
  private static final Log LOG = LogFactory.getLog(DHArchModule.class);
  private static final String PROPERTY = "org.dharch.axis2.gateway";

  private volatile String notStarted = "it was not initialised";

  /** Whether it is not configured, and has nothing to do for whoever needs a manager. */
  private volatile boolean isIdle;

  private volatile AxisConfiguration configuration;
  private volatile Optional<Axis2Gateway> gateway = Optional.empty();

  /** Axis2 makes it. */
  public DHArchModule() {}

  /**
   * Installs this module, whatever others the class path has, in a container that is built by code:
   * configured by {@code parameters} as by a {@code moduleConfig}, and initialised. To engage it is
   * left to the caller.
   *
   * @throws AxisFault if it does not start; the message names the parameter and what is allowed
   */
  public static AxisModule install(ConfigurationContext context, Map<String, String> parameters)
      throws AxisFault {
    AxisConfiguration configuration = context.getAxisConfiguration();
    ClassLoader loader = DHArchModule.class.getClassLoader();
    AxisModule module = new AxisModule();
    module.setParent(configuration);
    module.setModuleClassLoader(loader);
    // not META-INF/module.xml: each module on the class path has one
    try (InputStream description = DHArchModule.class.getResourceAsStream("module.xml")) {
      new ModuleBuilder(description, module, configuration).populateModule();
    } catch (IOException e) {
      throw AxisFault.makeFault(e);
    }
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      module.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
    DeploymentEngine.addNewModule(module, configuration);
    Utils.calculateDefaultModuleVersion(configuration.getModules(), configuration);
    module.getModule().init(context, module);
    return module;
  }

  /** The manager that runs in {@code context}; empty if the module has not started there. */
  public static Optional<DHManager> manager(ConfigurationContext context) {
    return gateway(context).map(Axis2Gateway::manager);
  }

  /** Its own, or the one of another context over the same configuration, which Axis2 allows. */
  static Optional<Axis2Gateway> gateway(ConfigurationContext context) {
    return own(context)
        .or(
            () ->
                Optional.ofNullable(context.getAxisConfiguration()) // none when it has ended
                    .map(configuration -> configuration.getParameterValue(PROPERTY))
                    .filter(Axis2Gateway.class::isInstance)
                    .map(Axis2Gateway.class::cast));
  }

  private static Optional<Axis2Gateway> own(ConfigurationContext context) {
    return context.getProperty(PROPERTY) instanceof Axis2Gateway gateway
        ? Optional.of(gateway)
        : Optional.empty();
  }

  static void gateway(ConfigurationContext context, Axis2Gateway value) throws AxisFault {
    context.setNonReplicableProperty(PROPERTY, value);
    AxisConfiguration configuration = context.getAxisConfiguration();
    if (configuration.getParameter(PROPERTY) == null) {
      configuration.addParameter(new Parameter(PROPERTY, value));
    }
  }

  private static void forget(ConfigurationContext context) throws AxisFault {
    AxisConfiguration configuration = context.getAxisConfiguration();
    Parameter shared = configuration.getParameter(PROPERTY);
    if (shared != null && own(context).filter(shared.getValue()::equals).isPresent()) {
      configuration.removeParameter(shared);
    }
    context.removePropertyNonReplicable(PROPERTY);
  }

  @Override
  public void init(ConfigurationContext context, AxisModule module) throws AxisFault {
    configuration = context.getAxisConfiguration();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // the transports look for their own parts by the context class loader
    thread.setContextClassLoader(DHArchModule.class.getClassLoader());
    try {
      ModuleSettings settings =
          ModuleSettings.of(ModuleParameters.of(module, configuration)).withFlow(configuration);
      if (settings.gateway().isEmpty()) {
        notStarted =
            GatewaySettings.NOTHING_TO_DO + "; a service that has only dharch.chain.* needs none";
        isIdle = true;
        DispatchHandlers.install(configuration);
        return;
      }
      OrchestrationSource source =
          OrchestrationSource.of(
              settings.gateway(),
              path -> ModuleParameters.resolve(path, configuration),
              loaders(configuration));
      Axis2Gateway started = Axis2Gateway.start(settings, source, context);
      gateway(context, started);
      gateway = Optional.of(started);
      RecordingBuilders.install(configuration);
      LOG.info(
          "DHArch runs; nodes meet at "
              + BrokerList.text(started.manager().nodeUri().orElse(settings.gateway().broker())));
    } catch (DHArchException | IllegalArgumentException e) {
      notStarted = e.getMessage();
      LOG.error("DHArch does not start: " + e.getMessage());
      throw new AxisFault("DHArch does not start: " + e.getMessage(), e);
    } catch (LinkageError e) {
      // else it would end the whole container
      notStarted = LinkageReport.of(e, DHArchModule.class.getClassLoader());
      LOG.error("DHArch does not start: " + notStarted, e);
      throw new AxisFault("DHArch does not start: " + notStarted, e);
    } catch (RuntimeException | ServiceConfigurationError e) {
      notStarted = e instanceof RuntimeException known ? Reason.of(known) : e.getMessage();
      LOG.error("DHArch does not start: " + notStarted, e);
      throw new AxisFault("DHArch does not start: " + notStarted, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The application's, if it is known, and the module's own. */
  private static List<ClassLoader> loaders(AxisConfiguration configuration) {
    ClassLoader own = DHArchModule.class.getClassLoader();
    ClassLoader system = configuration.getSystemClassLoader();
    return system == null ? List.of(own) : List.of(system, own);
  }

  @Override
  public void engageNotify(AxisDescription description) throws AxisFault {
    try {
      if (gateway.isEmpty() && isIdle && ChainAlone.engage(description, configuration)) {
        return;
      }
      if (gateway.isEmpty()) {
        throw new DHArchException("module dharch cannot be engaged: " + notStarted);
      }
      if (description instanceof AxisOperation operation) {
        RequiredPhases.check(operation);
      }
      if (!(description instanceof AxisConfiguration)) {
        ServiceSettings.check(description, gateway.get().orchestrations());
      }
      if (description instanceof AxisService service) {
        gateway.get().engaged(service);
      }
    } catch (DHArchException e) {
      deactivate(description);
      String where = place(description);
      LOG.error(where + e.getMessage());
      throw new AxisFault(where + e.getMessage(), e);
    }
  }

  /** What it was to be engaged for; a configuration's own key is an object's mark. */
  private static String place(AxisDescription description) {
    if (description instanceof AxisConfiguration) {
      return "all services (axis2.xml): ";
    } else if (description instanceof AxisOperation operation) {
      AxisService service = operation.getAxisService();
      String of = service == null ? "" : " of service " + service.getName();
      return "operation " + operation.getName().getLocalPart() + of + ": ";
    } else if (description instanceof AxisService service) {
      return "service " + service.getName() + ": ";
    }
    return description.getKey() == null ? "" : description.getKey() + ": ";
  }

  /** Axis2 would list the service as faulty and serve it all the same, without its handlers. */
  private static void deactivate(AxisDescription description) {
    if (description instanceof AxisService service) {
      service.setActive(false);
    } else if (description instanceof AxisServiceGroup group) {
      group.getServices().forEachRemaining(service -> service.setActive(false));
    } else if (description instanceof AxisOperation operation) {
      operation.getAxisService().setActive(false);
    }
  }

  @Override
  public boolean canSupportAssertion(Assertion assertion) {
    return false;
  }

  @Override
  public void applyPolicy(Policy policy, AxisDescription description) {}

  @Override
  public void shutdown(ConfigurationContext context) throws AxisFault {
    try {
      own(context).ifPresent(Axis2Gateway::close);
      if (isIdle) {
        DispatchHandlers.remove(context.getAxisConfiguration());
      }
    } finally {
      forget(context);
      gateway = Optional.empty();
      isIdle = false;
      notStarted = "it was shut down";
    }
  }
}
