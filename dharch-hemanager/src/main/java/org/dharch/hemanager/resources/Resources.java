package org.dharch.hemanager.resources;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;
import org.dharch.hemanager.document.EnvironmentText;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.document.ResourceSpec;
import org.dharch.hemanager.loading.Closeables;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerFolder;
import org.dharch.hemanager.loading.HandlerLifecycleWatchdog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources that the handlers of a node share, created before the first of them and closed
 * after the last, with the class loader of their folder, the parent of all handlers' folders. Safe
 * for any thread.
 */
public final class Resources implements AutoCloseable {
  private static final String BEFORE = "the node makes no handler before it has";

  private static final Logger log = LoggerFactory.getLogger(Resources.class);

  private final FolderLoader loader;
  private final Map<String, Object> all = new LinkedHashMap<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  private Resources(FolderLoader loader) {
    this.loader = loader;
  }

  /**
   * Creates the resources of {@code description}.
   *
   * @param environment the value of a variable; null if there is none
   * @throws DocumentException with the problem of each that cannot be created; everything created
   *     is closed then
   * @throws DHArchException if the shared folder cannot be read
   */
  public static Resources open(NodeDescription description, UnaryOperator<String> environment) {
    Resources resources = new Resources(new HandlerFolder(description.shared().folder()).loader());
    List<Problem> problems = new ArrayList<>();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(resources.loader);
    try (HandlerLifecycleWatchdog watch =
        new HandlerLifecycleWatchdog(description.source(), BEFORE, HandlerLifecycleWatchdog.LONG)) {
      for (ResourceSpec spec : description.shared().resources()) {
        watch
            .run(spec::problem, "its making", () -> resources.make(spec, environment))
            .ifPresent(problems::add);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
    if (!problems.isEmpty()) {
      resources.close();
      throw new DocumentException(description.source(), problems);
    }
    return resources;
  }

  private Optional<Problem> make(ResourceSpec declared, UnaryOperator<String> environment) {
    EnvironmentText text = new EnvironmentText(environment);
    try {
      ResourceSpec spec = filled(declared, text);
      spec.pool().map(ResourceSpec.Pool::password).ifPresent(text::secret);
      if (spec.pool().isPresent()) {
        AutoCloseable pool = pool(spec);
        all.put(spec.name(), pool);
        open.add(pool);
      } else {
        FactoryResource resource = FactoryResource.make(spec, loader);
        all.put(spec.name(), resource.made());
        open.add(resource);
      }
      return Optional.empty();
    } catch (DHArchException e) { // its cause may contain secrets
      return Optional.of(
          declared.problem(text.mask(loader.jars().withOriginalPaths(e.getMessage()))));
    }
  }

  private static ResourceSpec filled(ResourceSpec spec, EnvironmentText text) {
    Map<String, String> parameters = new LinkedHashMap<>();
    spec.parameters().forEach((name, value) -> parameters.put(name, text.resolve(value)));
    return new ResourceSpec(
        spec.name(),
        spec.pool().map(pool -> filled(pool, text)),
        spec.factory(),
        parameters,
        spec.at());
  }

  private static ResourceSpec.Pool filled(ResourceSpec.Pool pool, EnvironmentText text) {
    return new ResourceSpec.Pool(
        text.resolve(pool.url()),
        text.resolve(pool.user()),
        text.resolve(pool.password()),
        pool.driver(),
        pool.size(),
        pool.maxWait(),
        pool.lazy());
  }

  private AutoCloseable pool(ResourceSpec spec) {
    try {
      return JdbcPool.open(spec, loader);
    } catch (NoClassDefFoundError e) { // a container's archive has no pool library
      throw new DHArchException(
          "a pool requires com.zaxxer:HikariCP and its dependencies on the class path: "
              + OneLine.of(e),
          e);
    }
  }

  /** The parent of the loaders of handler folders. */
  public ClassLoader loader() {
    return loader;
  }

  /** The resources by name; unchanged after the first handler is created. */
  public Map<String, Object> all() {
    return all;
  }

  /**
   * As {@link org.dharch.api.NodeContext#resource}.
   *
   * @throws IllegalArgumentException if there is none of that name, or it is of another type
   */
  public <T> T get(String name, Class<T> type) {
    Object found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "unknown resource '" + name + "'; it must be one of " + all.keySet());
    }
    if (!type.isInstance(found)) {
      throw new IllegalArgumentException(
          "resource '"
              + name
              + "' must be a "
              + type.getName()
              + from(type)
              + " (got "
              + found.getClass().getName()
              + from(found.getClass())
              + ")");
    }
    return type.cast(found);
  }

  /** The origin of a class, to distinguish classes of the same name. */
  private String from(Class<?> type) {
    if (type.getClassLoader() == loader) {
      return " of the sharedFolder";
    }
    return type.getClassLoader() instanceof FolderLoader one
        ? one.jars().folder().map(f -> " of handlers folder " + f).orElse("")
        : "";
  }

  @Override
  public void close() {
    try {
      Closeables.all("resources", open);
    } catch (DHArchException e) {
      log.warn("{}", e.getMessage(), e);
    }
    open.clear();
    if (loader.jars().folder().isPresent()) {
      try {
        var unused = loader.deregisterDrivers();
      } catch (DHArchException e) {
        log.warn("{}", e.getMessage(), e);
      }
    }
    try {
      loader.close();
    } catch (IOException e) {
      log.warn("Failed to close jars of the sharedFolder: {}", e.getMessage());
    }
  }
}
