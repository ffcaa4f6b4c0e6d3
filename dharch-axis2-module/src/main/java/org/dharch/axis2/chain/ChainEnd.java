package org.dharch.axis2.chain;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.ParameterInclude;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.modules.Module;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;

/**
 * Closes the native handlers when Axis2 or their service ends. It is a module because Axis2
 * notifies modules of its end, but not handlers. A configuration gets it with its first {@link
 * ChainHandler}; it need not be engaged. Safe for any thread.
 */
final class ChainEnd implements Module {
  private static final Log LOG = LogFactory.getLog(ChainEnd.class);
  private static final String NAME = "dharch-chain";

  private final List<Runnable> closing = new ArrayList<>(); // guarded by this

  /** By service. */
  private final IdentityHashMap<AxisService, List<Runnable>> ofServices =
      new IdentityHashMap<>(); // guarded by this

  private ChainEnd() {}

  /** Runs {@code close} when the service of {@code handler}, or its configuration, ends. */
  static void closeWith(HandlerDescription handler, Runnable close) {
    AxisConfiguration configuration = configuration(handler.getParent());
    if (configuration == null) {
      return; // created and closed by the application
    }
    synchronized (ChainEnd.class) {
      of(configuration).orElseGet(() -> added(configuration)).add(handler.getParent(), close);
    }
  }

  /** The instance of {@code service}'s configuration. */
  static Optional<ChainEnd> of(AxisService service) {
    return Optional.ofNullable(configuration(service)).flatMap(ChainEnd::of);
  }

  private static Optional<ChainEnd> of(AxisConfiguration configuration) {
    AxisModule module = configuration.getModule(NAME);
    return module != null && module.getModule() instanceof ChainEnd present
        ? Optional.of(present)
        : Optional.empty();
  }

  private static ChainEnd added(AxisConfiguration configuration) {
    ChainEnd end = new ChainEnd();
    AxisModule module = new AxisModule(NAME);
    module.setModule(end);
    module.setModuleClassLoader(ChainEnd.class.getClassLoader()); // Axis2 searches it for services
    try {
      configuration.addModule(module);
    } catch (AxisFault e) {
      LOG.warn(
          "Failed to register for the end of Axis2; handlers in its own chain will not be closed",
          e);
    }
    configuration.addObservers(new ServicesGone(end::gone));
    return end;
  }

  private static AxisConfiguration configuration(ParameterInclude parent) {
    if (parent instanceof AxisModule module) {
      return module.getParent();
    }
    return parent instanceof AxisDescription description
        ? description.getAxisConfiguration()
        : null;
  }

  private synchronized void add(ParameterInclude parent, Runnable close) {
    if (parent instanceof AxisService service) {
      ofServices.computeIfAbsent(service, none -> new ArrayList<>()).add(close);
    } else {
      closing.add(close);
    }
  }

  /** Closes the handlers of {@code service}, once. */
  void gone(AxisService service) {
    List<Runnable> its;
    synchronized (this) {
      its = ofServices.remove(service);
    }
    if (its != null) {
      ServiceChain.end(service);
      close(its);
    }
  }

  @Override
  public void shutdown(ConfigurationContext context) {
    List<Runnable> all = new ArrayList<>();
    synchronized (this) {
      all.addAll(closing);
      ofServices.values().forEach(all::addAll);
      closing.clear();
      ofServices.clear();
    }
    close(all);
  }

  private static void close(List<Runnable> handlers) {
    for (Runnable close : handlers) {
      try {
        close.run();
      } catch (RuntimeException e) {
        LOG.error(e.getMessage(), e);
      }
    }
  }

  @Override
  public void init(ConfigurationContext context, AxisModule module) {}

  @Override
  public void engageNotify(AxisDescription description) {}

  @Override
  public boolean canSupportAssertion(Assertion assertion) {
    return false;
  }

  @Override
  public void applyPolicy(Policy policy, AxisDescription description) {}
}
