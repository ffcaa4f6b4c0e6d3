package org.dharch.axis2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.DHArchException;
import org.dharch.core.orchestration.OrchestrationDocument;
import org.dharch.core.orchestration.OrchestrationFile;
import org.dharch.core.orchestration.Orchestrations;

/**
 * The orchestration document, from a file or from the class path.
 *
 * @param orchestrations what it says
 * @param file looked at again while the module runs; empty if it is from the class path
 */
record OrchestrationSource(Orchestrations orchestrations, Optional<OrchestrationFile> file) {
  /** No message has a handler. */
  static final OrchestrationSource NONE =
      new OrchestrationSource(Orchestrations.of(List.of(), List.of()), Optional.empty());

  private static final String CLASSPATH = "classpath:";
  private static final String PARAMETER = "dharch.orchestration";

  static OrchestrationSource read(String place, AxisConfiguration configuration) {
    if (place.startsWith(CLASSPATH)) {
      return new OrchestrationSource(
          resource(place, place.substring(CLASSPATH.length()), configuration), Optional.empty());
    }
    Path file = ModuleParameters.resolve(place, configuration);
    if (!Files.isReadable(file)) {
      throw new DHArchException(PARAMETER + "=" + file + "; a readable file is needed");
    }
    OrchestrationFile opened = OrchestrationFile.open(file);
    return new OrchestrationSource(opened.first(), Optional.of(opened));
  }

  private static Orchestrations resource(
      String place, String name, AxisConfiguration configuration) {
    for (ClassLoader loader :
        new ClassLoader[] {
          configuration.getSystemClassLoader(), OrchestrationSource.class.getClassLoader()
        }) {
      try (InputStream in = loader == null ? null : loader.getResourceAsStream(name)) {
        if (in != null) {
          return OrchestrationDocument.parse(
              place, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new DHArchException(PARAMETER + "=" + place + " cannot be read: " + e, e);
      }
    }
    throw new DHArchException(PARAMETER + "=" + place + "; the class path has no such resource");
  }
}
