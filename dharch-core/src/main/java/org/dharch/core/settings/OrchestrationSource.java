package org.dharch.core.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.document.OrchestrationFile;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.text.Reason;

/**
 * The orchestration document, from a file or from the class path.
 *
 * @param orchestrations its content
 * @param file checked for changes while the manager runs; empty if it is from the class path
 */
public record OrchestrationSource(Orchestrations orchestrations, Optional<OrchestrationFile> file) {
  /** No message has a handler. */
  private static final OrchestrationSource NONE =
      new OrchestrationSource(Orchestrations.of(List.of(), List.of()), Optional.empty());

  private static final String CLASSPATH = "classpath:";
  private static final String PARAMETER = "dharch.orchestration";

  /**
   * Reads the orchestrations that {@code settings} name; none if they name none.
   *
   * @param files resolves a file name
   * @param loaders searched in order for a resource
   * @throws DHArchException if it is not found, or naming every error in it
   */
  public static OrchestrationSource of(
      GatewaySettings settings, Function<String, Path> files, List<ClassLoader> loaders) {
    return settings.orchestration().map(place -> read(place, files, loaders)).orElse(NONE);
  }

  /**
   * Reads the document.
   *
   * @param place a file, or {@code classpath:name}
   * @param files resolves a file name
   * @param loaders searched in order for a resource
   * @throws DHArchException if it is not found, or naming every error in it
   */
  static OrchestrationSource read(
      String place, Function<String, Path> files, List<ClassLoader> loaders) {
    if (place.startsWith(CLASSPATH)) {
      String name = place.substring(CLASSPATH.length());
      return new OrchestrationSource(resource(place, name, loaders), Optional.empty());
    }
    Path file = files.apply(place);
    if (!Files.isReadable(file)) {
      throw new DHArchException(PARAMETER + " must be a readable file (got " + file + ")");
    }
    OrchestrationFile opened = OrchestrationFile.open(file);
    return new OrchestrationSource(opened.first(), Optional.of(opened));
  }

  private static Orchestrations resource(String place, String name, List<ClassLoader> loaders) {
    for (ClassLoader loader : loaders) {
      try (InputStream in = loader.getResourceAsStream(name)) {
        if (in != null) {
          return OrchestrationDocument.parse(
              place, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        throw new DHArchException(
            "cannot read " + PARAMETER + "=" + place + ": " + Reason.of(e), e);
      }
    }
    throw new DHArchException(
        PARAMETER + " must be a resource on the class path (got " + place + ")");
  }
}
