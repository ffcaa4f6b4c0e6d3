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

/** A web application, as far as what runs beside its filter has to know it. */
final class ServletHost implements GatewayHost {
  private final ServletContext context;
  private final Optional<OutboundSettings> outbound;

  /**
   * @param outbound how what handlers emit is sent outside; empty if it is not
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
   * Starts what {@code parameters} say.
   *
   * @throws DHArchException if something of it cannot start; nothing has then
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

  /** A relative path is one in WEB-INF, if the application lies in a folder. */
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

  /** The application's, as far as the container says it, and the filter's own. */
  private List<ClassLoader> loaders() {
    ClassLoader caller = Thread.currentThread().getContextClassLoader();
    return Stream.of(context.getClassLoader(), caller, loader())
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }
}
