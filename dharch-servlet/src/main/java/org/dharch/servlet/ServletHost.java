package org.dharch.servlet;

import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.GatewayHost;
import org.dharch.core.settings.GatewayRuntime;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.spi.Outbound;
import org.dharch.outbound.HttpOutbound;
import org.dharch.outbound.OutboundSettings;

/** Gives the gateway's services access to the web application. */
final class ServletHost implements GatewayHost {
  private final ServletContext context;
  private final Optional<OutboundSettings> outbound;

  /**
   * @param outbound the settings for emissions to other hosts; empty if they are off
   */
  ServletHost(ServletContext context, Optional<OutboundSettings> outbound) {
    this.context = context;
    this.outbound = outbound;
  }

  @Override
  public Optional<Outbound> outbound() {
    return outbound.map(HttpOutbound::new);
  }

  /**
   * @throws DHArchException if a part cannot start; then nothing is left running
   */
  GatewayRuntime start(GatewaySettings parameters) {
    GatewaySettings settings = parameters.withFlow(this::file);
    if (settings.isEmpty()) {
      throw new DHArchException(GatewaySettings.NOTHING_TO_DO);
    }
    OrchestrationSource source = OrchestrationSource.of(settings, this::file, loaders());
    return GatewayRuntime.start(settings, source, this);
  }

  @Override
  public Path file(String name) {
    return file(context, name);
  }

  /** Resolves a relative path against WEB-INF, if the application is unpacked. */
  static Path file(ServletContext context, String name) {
    Path given = Path.of(name);
    String inside = context.getRealPath("/WEB-INF");
    return given.isAbsolute() || inside == null
        ? given.toAbsolutePath()
        : Path.of(inside).resolve(given);
  }

  @Override
  public ClassLoader loader() {
    return ServletHost.class.getClassLoader();
  }

  /** The class loaders of the application and of the filter. */
  private List<ClassLoader> loaders() {
    ClassLoader caller = Thread.currentThread().getContextClassLoader();
    return Stream.of(context.getClassLoader(), caller, loader())
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }
}
