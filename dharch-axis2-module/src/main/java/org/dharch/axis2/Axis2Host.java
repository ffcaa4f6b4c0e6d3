package org.dharch.axis2;

import java.nio.file.Path;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.settings.GatewayHost;

/** Axis2, as far as what runs beside it has to know it. */
final class Axis2Host implements GatewayHost {
  private final AxisConfiguration configuration;
  private final OneWayExecutor oneWays;

  Axis2Host(AxisConfiguration configuration, OneWayExecutor oneWays) {
    this.configuration = configuration;
    this.oneWays = oneWays;
  }

  @Override
  public Path file(String name) {
    return ModuleParameters.resolve(name, configuration);
  }

  /** The module's own: the container's does not see the archive's lib folder. */
  @Override
  public ClassLoader loader() {
    return Axis2Host.class.getClassLoader();
  }

  /** No service may need what the new version lacks. */
  @Override
  public void check(Orchestrations next) {
    ServiceSettings.checkEngaged(configuration, next);
  }

  @Override
  public void finishDeliveries() {
    oneWays.close();
  }
}
