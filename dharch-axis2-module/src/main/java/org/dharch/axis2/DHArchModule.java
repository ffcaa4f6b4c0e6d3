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
import org.dharch.axis2.envelope.WireEnvelope;
import org.dharch.axis2.service.ModuleParameters;
import org.dharch.axis2.service.ModuleSettings;
import org.dharch.axis2.service.RequiredPhases;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.LinkageReport;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.text.Reason;

/**
 * DHArch as a module of Apache Axis2 (seed 000, section 3.1.1: the gateway). One manager runs per
 * configuration context, from {@code init} to {@code shutdown}. docs/axis2-module.md describes the
 * parameters. A module without configuration can be engaged only on services whose handlers are all
 * in Axis2's own chain. A module with an invalid configuration logs the error once and cannot be
 * engaged.
 */
public final class DHArchModule implements Module {
  private static final Log LOG = LogFactory.getLog(DHArchModule.class);
  private static final String PROPERTY = "org.dharch.axis2.gateway";

  private volatile String notStarted = "it was not initialized";

  /** Whether it has no configuration, so no manager runs. */
  private volatile boolean isIdle;

  private volatile AxisConfiguration configuration;
  private volatile Optional<Axis2Gateway> gateway = Optional.empty();

  /** Called by Axis2. */
  public DHArchModule() {}

  /**
   * Installs and initializes this module in a container that was created programmatically. The
   * caller engages it.
   *
   * @param parameters as in a {@code moduleConfig} @throws AxisFault if it does not start; the
   *     message names the parameter and the allowed values
   */
  public static AxisModule install(ConfigurationContext context, Map<String, String> parameters)
      throws AxisFault {
    AxisConfiguration configuration = context.getAxisConfiguration();
    ClassLoader loader = DHArchModule.class.getClassLoader();
    AxisModule module = new AxisModule();
    module.setParent(configuration);
    module.setModuleClassLoader(loader);
    // not META-INF/module.xml, because every module on the class path has one
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

  /** The manager of {@code context}; empty if the module has not started there. */
  public static Optional<DHManager> manager(ConfigurationContext context) {
    return gateway(context).map(Axis2Gateway::manager);
  }

  /** The gateway of {@code context}, or of another context with the same configuration. */
  static Optional<Axis2Gateway> gateway(ConfigurationContext context) {
    return own(context)
        .or(
            () ->
                Optional.ofNullable(context.getAxisConfiguration()) // null after its end
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
    // the transports find their services by the context class loader
    thread.setContextClassLoader(DHArchModule.class.getClassLoader());
    try {
      ModuleSettings settings =
          ModuleSettings.of(ModuleParameters.of(module, configuration)).withFlow(configuration);
      if (settings.gateway().isEmpty()) {
        notStarted =
            GatewaySettings.NOTHING_TO_DO
                + "; a service with only dharch.chain.* parameters needs none";
        isIdle = true;
        DispatchHandlers.install(configuration);
        return;
      }
      OrchestrationSource source =
          OrchestrationSource.of(
              settings.gateway(),
              path -> ModuleParameters.resolve(path, configuration),
              loaders(context));
      Axis2Gateway started = Axis2Gateway.start(settings, source, context);
      gateway(context, started);
      gateway = Optional.of(started);
      WireEnvelope.installBuilders(
          configuration, started.limits(), DispatchHandlers::mayHaveHandlers);
      LOG.info(
          "DHArch started broker="
              + BrokerList.text(
                  started
                      .manager()
                      .status()
                      .nodeUri()
                      .orElse(settings.gateway().transport().broker())));
    } catch (DHArchException | IllegalArgumentException e) {
      notStarted = e.getMessage();
      LOG.error("DHArch does not start: " + e.getMessage());
      throw new AxisFault("DHArch does not start: " + e.getMessage(), e);
    } catch (LinkageError e) {
      // an uncaught error would stop the container
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

  /** The class loaders of the application and of the module. */
  private static List<ClassLoader> loaders(ConfigurationContext context) {
    return List.of(application(context), DHArchModule.class.getClassLoader());
  }

  /** The class loader of the application; the module's own if Axis2 does not know it. */
  static ClassLoader application(ConfigurationContext context) {
    ClassLoader system = context.getAxisConfiguration().getSystemClassLoader();
    return system == null ? DHArchModule.class.getClassLoader() : system;
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

  /** Names {@code description} for an error message. */
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

  /** Stops Axis2 from serving a faulty service without its handlers. */
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
