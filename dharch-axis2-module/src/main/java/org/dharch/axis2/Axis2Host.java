package org.dharch.axis2;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.service.ModuleParameters;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.orchestration.Orchestrations;
import org.dharch.core.settings.GatewayHost;
import org.dharch.core.spi.Outbound;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;

/** Axis2, as far as what runs beside it has to know it. */
final class Axis2Host implements GatewayHost {
  private final AxisConfiguration configuration;
  private final OneWayExecutor oneWays;
  private final Optional<OutboundSettings> outbound;

  Axis2Host(
      AxisConfiguration configuration,
      OneWayExecutor oneWays,
      Optional<OutboundSettings> outbound) {
    this.outbound = outbound;
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

  @Override
  public Optional<Outbound> outbound() {
    return outbound.map(HttpOutbound::new);
  }
}
