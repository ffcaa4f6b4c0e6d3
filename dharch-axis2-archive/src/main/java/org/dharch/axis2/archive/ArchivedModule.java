package org.dharch.axis2.archive;

import java.util.Optional;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.modules.Module;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;

/**
 * The module of the archive, which delegates to {@code org.dharch.axis2.DHArchModule}. Errors are
 * limited to this module: only services that engage it are not served.
 */
public final class ArchivedModule implements Module {
  private static final Log LOG = LogFactory.getLog(ArchivedModule.class);

  private Optional<Module> module = Optional.empty();

  /** Called by Axis2. */
  public ArchivedModule() {}

  private synchronized Module module() throws AxisFault {
    if (module.isEmpty()) {
      try {
        module = Optional.of(Sealed.make("org.dharch.axis2.DHArchModule", Module.class));
      } catch (IllegalStateException e) {
        LOG.error("DHArch does not start: " + e.getMessage());
        throw new AxisFault("DHArch does not start: " + e.getMessage(), e);
      }
    }
    return module.get();
  }

  @Override
  public void init(ConfigurationContext context, AxisModule description) throws AxisFault {
    module().init(context, description);
  }

  @Override
  public void engageNotify(AxisDescription description) throws AxisFault {
    module().engageNotify(description);
  }

  @Override
  public boolean canSupportAssertion(Assertion assertion) {
    return false;
  }

  @Override
  public void applyPolicy(Policy policy, AxisDescription description) {}

  @Override
  public void shutdown(ConfigurationContext context) throws AxisFault {
    module().shutdown(context);
  }
}
