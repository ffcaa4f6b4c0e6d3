package org.dharch.axis2;

import java.util.ArrayList;
import java.util.List;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.ParameterInclude;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.modules.Module;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;

/**
 * Axis2 tells its handlers nothing of its own end, but its modules: this one, which a configuration
 * gets with its first {@link ChainHandler}, closes their handlers then. It does nothing else, and
 * need not be engaged. Safe for any thread.
 */
final class ChainEnd implements Module {
  private static final Log LOG = LogFactory.getLog(ChainEnd.class);
  private static final String NAME = "dharch-chain";

  private final List<Runnable> closing = new ArrayList<>(); // guarded by this

  private ChainEnd() {}

  /** Runs {@code close} when the configuration of {@code handler} ends. */
  static void closeWith(HandlerDescription handler, Runnable close) {
    AxisConfiguration configuration = configuration(handler.getParent());
    if (configuration == null) {
      return; // made by code, and so closed by code
    }
    synchronized (ChainEnd.class) {
      AxisModule module = configuration.getModule(NAME);
      ChainEnd end;
      if (module != null && module.getModule() instanceof ChainEnd present) {
        end = present;
      } else {
        end = new ChainEnd();
        AxisModule added = new AxisModule(NAME);
        added.setModule(end);
        added.setModuleClassLoader(ChainEnd.class.getClassLoader()); // Axis2 looks for services
        try {
          configuration.addModule(added);
        } catch (AxisFault e) {
          LOG.warn("the handlers in Axis2's own chain will not be closed", e);
        }
      }
      end.add(close);
    }
  }

  private static AxisConfiguration configuration(ParameterInclude parent) {
    if (parent instanceof AxisModule module) {
      return module.getParent();
    }
    return parent instanceof AxisDescription description
        ? description.getAxisConfiguration()
        : null;
  }

  private synchronized void add(Runnable close) {
    closing.add(close);
  }

  @Override
  public synchronized void shutdown(ConfigurationContext context) {
    for (Runnable close : closing) {
      try {
        close.run();
      } catch (RuntimeException e) {
        LOG.error(e.getMessage(), e);
      }
    }
    closing.clear();
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
