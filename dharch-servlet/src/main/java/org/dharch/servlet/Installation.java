package org.dharch.servlet;

import jakarta.servlet.ServletContext;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dharch.core.DHManager;
import org.dharch.core.flow.JobSizesFile;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.OrchestrationReload;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.LocalNodes;
import org.dharch.core.settings.OrchestrationSource;
import org.dharch.core.settings.Transports;
import org.dharch.core.store.MessageStore;

/**
 * A manager that a filter has started, and what runs beside it.
 *
 * @param reload who looks whether the orchestration document has changed
 * @param sizes who keeps what the manager learns
 */
record Installation(
    DHManager manager,
    MessageStore store,
    LocalNodes nodes,
    Optional<OrchestrationReload> reload,
    Optional<JobSizesFile> sizes)
    implements AutoCloseable {

  /**
   * Starts what {@code settings} say.
   *
   * @throws DHArchException if something of it cannot start; nothing has then
   */
  static Installation start(GatewaySettings parameters, ServletContext context) {
    Function<String, Path> files = path -> resolve(path, context);
    ClassLoader own = Installation.class.getClassLoader();
    GatewaySettings settings = parameters.withFlow(files);
    if (settings.isEmpty()) {
      throw new DHArchException(GatewaySettings.NOTHING_TO_DO);
    }
    OrchestrationSource source = OrchestrationSource.of(settings, files, loaders(context, own));
    MessageStore store = settings.openStore(files);
    try {
      DHManager manager =
          DHManager.start(
              settings.manager(),
              source.orchestrations(),
              Transports.manager(settings, own),
              store);
      try {
        URI broker = manager.nodeUri().orElse(settings.broker());
        LocalNodes nodes = LocalNodes.start(settings, broker, files, own);
        return new Installation(
            manager,
            store,
            nodes,
            watch(settings, source, manager),
            settings.keepSizes(manager, files));
      } catch (RuntimeException e) {
        manager.close();
        throw e;
      }
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** The application's, as far as the container says it, and the filter's own. */
  private static List<ClassLoader> loaders(ServletContext context, ClassLoader own) {
    return Stream.of(context.getClassLoader(), Thread.currentThread().getContextClassLoader(), own)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  private static Optional<OrchestrationReload> watch(
      GatewaySettings settings, OrchestrationSource source, DHManager manager) {
    return settings
        .reload()
        .flatMap(
            interval ->
                source
                    .file()
                    .map(
                        file ->
                            OrchestrationReload.start(file, interval, manager::orchestrations)));
  }

  /** A relative path is one in WEB-INF, if the application lies in a folder. */
  static Path resolve(String path, ServletContext context) {
    Path given = Path.of(path);
    String inside = context.getRealPath("/WEB-INF");
    return given.isAbsolute() || inside == null
        ? given.toAbsolutePath()
        : Path.of(inside).resolve(given);
  }

  @Override
  public void close() {
    reload.ifPresent(OrchestrationReload::close);
    nodes.close();
    manager.close();
    sizes.ifPresent(JobSizesFile::close);
    store.close();
  }
}
