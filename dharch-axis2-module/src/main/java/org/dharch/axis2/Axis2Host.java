package org.dharch.axis2;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.axis2.delivery.OneWayExecutor;
import org.dharch.axis2.service.ModuleParameters;
import org.dharch.axis2.service.ServiceSettings;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.settings.GatewayHost;
import org.dharch.core.spi.Outbound;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;

/** Gives the gateway's services access to Axis2. */
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

  /** The module's own class loader; the container's does not see the archive's lib folder. */
  @Override
  public ClassLoader loader() {
    return Axis2Host.class.getClassLoader();
  }

  /** Checks that every orchestration named by a service exists in {@code next}. */
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
