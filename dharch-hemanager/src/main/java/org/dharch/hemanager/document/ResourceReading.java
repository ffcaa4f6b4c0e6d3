package org.dharch.hemanager.document;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlDocuments;
import org.dharch.core.message.DHArchException;
import org.dharch.schema.node.ResourceType;

/** Reads a resource of a node document. */
final class ResourceReading {
  private static final int SIZE = 10;
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final Duration LEAST_WAIT = Duration.ofMillis(250);
  private static final Duration MOST_WAIT = Duration.ofMinutes(10);

  private ResourceReading() {}

  /**
   * Reads a resource with its references to the environment unresolved; adds errors to {@code
   * problems}.
   */
  static ResourceSpec of(ResourceType resource, List<Problem> problems) {
    Map<String, String> parameters =
        NodeDescription.parameters(resource.getParameterArray(), problems);
    ResourceSpec spec = of(resource, parameters, WAIT);
    try {
      checkKind(resource);
      spec.pool()
          .ifPresent(
              pool -> {
                EnvironmentText.check(pool.url());
                EnvironmentText.check(pool.user());
                EnvironmentText.check(pool.password());
              });
      parameters.values().forEach(EnvironmentText::check);
      return resource.isSetWait() ? of(resource, parameters, waiting(resource.getWait())) : spec;
    } catch (DHArchException e) {
      problems.add(spec.problem(e.getMessage()));
      return spec;
    }
  }

  private static ResourceSpec of(
      ResourceType resource, Map<String, String> parameters, Duration wait) {
    return new ResourceSpec(
        resource.getName(),
        resource.isSetUrl() ? Optional.of(pool(resource, wait)) : Optional.empty(),
        resource.isSetFactory() ? resource.getFactory() : "",
        parameters,
        message -> XmlDocuments.problem(resource, message));
  }

  private static ResourceSpec.Pool pool(ResourceType resource, Duration wait) {
    return new ResourceSpec.Pool(
        resource.getUrl(),
        resource.isSetUser() ? resource.getUser() : "",
        resource.isSetPassword() ? resource.getPassword() : "",
        resource.isSetDriver() ? resource.getDriver() : "",
        resource.isSetSize() ? resource.getSize() : SIZE,
        wait,
        resource.getLazy());
  }

  private static void checkKind(ResourceType resource) {
    if (resource.isSetUrl() == resource.isSetFactory()) {
      throw new DHArchException("it must have either url, for a pool of connections, or factory");
    }
    boolean ofPools =
        resource.isSetUser()
            || resource.isSetPassword()
            || resource.isSetDriver()
            || resource.isSetSize()
            || resource.isSetWait()
            || resource.isSetLazy();
    if (resource.isSetFactory() && ofPools) {
      throw new DHArchException(
          "user, password, driver, size, wait and lazy require url; a factory has parameters");
    }
  }

  private static Duration waiting(String text) {
    Duration wait = Durations.parse("wait", text);
    if (wait.compareTo(LEAST_WAIT) < 0 || wait.compareTo(MOST_WAIT) > 0) {
      throw new DHArchException("wait must be 250ms to 10m (got " + text + ")");
    }
    return wait;
  }
}
