package org.dharch.axis2.install;

import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.description.AxisModule;
import org.dharch.axis2.DHArchModule;

/** An application that installs the module by code. */
public final class InstallByCode {
  private InstallByCode() {}

  /** Installs it; what was installed and whether its manager runs, or what went wrong. */
  public static String install(String orchestration) throws AxisFault {
    ConfigurationContext context = ConfigurationContextFactory.createEmptyConfigurationContext();
    try {
      AxisModule module =
          DHArchModule.install(
              context,
              Map.of("dharch.broker", "memory:by-code", "dharch.orchestration", orchestration));
      return module.getName() + " " + DHArchModule.manager(context).isPresent();
    } catch (AxisFault e) {
      return e.getMessage();
    } finally {
      context.terminate();
    }
  }
}
