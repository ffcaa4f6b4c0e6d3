package org.dharch.hemanager.loading;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the handlers of a node document as a starting node does, folder by folder, without
 * initializing them or creating resources. Stateless.
 */
public final class HandlerCheck {
  private static final Logger log = LoggerFactory.getLogger(HandlerCheck.class);

  private HandlerCheck() {}

  /**
   * Checks all handlers.
   *
   * @throws DocumentException with the problem of each that cannot be created
   * @throws DHArchException if a folder, or a jar in it, cannot be read
   */
  public static void check(NodeDescription description) {
    Map<Optional<Path>, List<HandlerSpec>> byFolder = new LinkedHashMap<>();
    for (HandlerSpec spec : description.handlers()) {
      byFolder.computeIfAbsent(spec.folder(), folder -> new ArrayList<>()).add(spec);
    }
    List<Problem> problems = new ArrayList<>();
    FolderLoader shared = new HandlerFolder(description.shared().folder()).loader();
    try {
      byFolder.forEach((folder, specs) -> check(description, shared, folder, specs, problems));
    } finally {
      close(shared);
    }
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new DocumentException(description.source(), problems);
    }
  }

  private static void check(
      NodeDescription description,
      FolderLoader shared,
      Optional<Path> folder,
      List<HandlerSpec> specs,
      List<Problem> problems) {
    FolderLoader loader = new HandlerFolder(folder).loader(shared, Map.of());
    try {
      HandlerClasses classes = new HandlerClasses(loader, description.limits());
      for (HandlerSpec spec : specs) {
        try {
          var unused = classes.make(spec);
        } catch (DHArchException e) {
          problems.add(spec.problem(loader.jars().withOriginalPaths(e.getMessage())));
        }
      }
    } finally {
      close(loader);
    }
  }

  private static void close(FolderLoader loader) {
    try {
      loader.close();
    } catch (IOException e) {
      log.warn("Failed to close jars: {}", e.getMessage());
    }
  }
}
