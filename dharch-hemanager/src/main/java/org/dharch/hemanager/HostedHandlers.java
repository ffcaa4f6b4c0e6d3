package org.dharch.hemanager;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.dharch.api.Emission;
import org.dharch.api.NodeContext;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.message.CallDepth;
import org.dharch.core.node.HandlerNode;
import org.dharch.core.wire.HandlerVersion;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.loading.HandlerFolder;
import org.dharch.hemanager.reload.FolderWatch;
import org.dharch.hemanager.reload.HandlerMaker;
import org.dharch.hemanager.reload.HandlerSlot;
import org.dharch.hemanager.reload.HandlerVersions;
import org.dharch.hemanager.reload.HostedFolder;
import org.dharch.hemanager.resources.Resources;

/**
 * All handlers of a node document, folder by folder, with their shared resources. Safe for any
 * thread.
 *
 * <pre>
 *  HandlerVersions (one name) -> HandlerSlot (one version) -> LoadedHandler, of a FolderGeneration
 *                                     ^ replaced by HostedFolder, which FolderWatch has look
 * </pre>
 */
final class HostedHandlers implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final NodeDescription description;
  private final Resources resources;
  private final List<HostedFolder> folders = new ArrayList<>();
  private final Map<String, HandlerVersions> versions = new ConcurrentHashMap<>();
  private volatile Optional<FolderWatch> watch = Optional.empty();
  private boolean closed; // guarded by this

  private HostedHandlers(NodeDescription description, Resources resources) {
    this.description = description;
    this.resources = resources;
  }

  /**
   * Creates the handlers after the shared resources.
   *
   * @param contexts the view of the node for the handler of a name
   * @param environment the value of a variable; null if there is none
   * @throws DocumentException with the problem of each that cannot be created, in the order of the
   *     document; everything created is closed then
   * @throws org.dharch.core.message.DHArchException if a folder, or a jar in it, cannot be read
   */
  static HostedHandlers make(
      NodeDescription description,
      Function<String, NodeContext> contexts,
      UnaryOperator<String> environment) {
    // Loads the drivers once in a process, with this thread's loader and not with one that will be
    // closed.
    var unused = DriverManager.getDrivers();
    HostedHandlers made = new HostedHandlers(description, Resources.open(description, environment));
    try {
      made.load(new HandlerMaker(description, contexts, made.resources, made::emits));
      return made;
    } catch (RuntimeException | Error e) {
      made.close();
      throw e;
    }
  }

  private void load(HandlerMaker maker) {
    Map<Optional<Path>, List<HandlerSpec>> byFolder = new LinkedHashMap<>();
    for (HandlerSpec spec : description.handlers()) {
      byFolder.computeIfAbsent(spec.folder(), folder -> new ArrayList<>()).add(spec);
    }
    List<Problem> problems = new ArrayList<>();
    byFolder.forEach(
        (folder, specs) -> {
          try {
            folders.add(
                new HostedFolder(new HandlerFolder(folder), specs, maker, HostedFolder.LAST_CALLS));
          } catch (DocumentException e) {
            problems.addAll(e.problems());
          }
        });
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new DocumentException(description.source(), problems);
    }
  }

  private void emits(HandlerSpec spec, Emission emission) {
    HandlerVersions of = versions.get(spec.name());
    if (of != null) {
      of.emits(spec.version(), emission);
    }
  }

  /** Adds the handlers to the node that is built, which closes them. */
  void host(HandlerNode.Builder builder, int workers) {
    Map<String, List<HandlerSlot>> byName = new LinkedHashMap<>();
    description.handlers().forEach(spec -> byName.put(spec.name(), new ArrayList<>()));
    for (HostedFolder folder : folders) {
      folder.slots().forEach(slot -> byName.get(slot.spec().name()).add(slot));
    }
    byName.forEach((name, slots) -> host(builder, workers, name, slots));
    for (HandlerSpec spec : description.handlers()) {
      if (spec.hasVersion()) {
        builder.version(new HandlerVersion(spec.name(), spec.version(), spec.weight()));
      }
    }
  }

  private void host(
      HandlerNode.Builder builder, int workers, String name, List<HandlerSlot> slots) {
    int maxThreads = workers + CallDepth.MOST; // nested calls run in addition to the workers
    int concurrency =
        slots.stream()
            .mapToInt(slot -> slot.spec().concurrency().orElse(maxThreads))
            .min()
            .orElseThrow();
    if (slots.size() == 1) {
      builder.handler(name, concurrency, slots.get(0));
    } else {
      HandlerVersions all = new HandlerVersions(slots);
      versions.put(name, all);
      builder.handler(name, concurrency, all);
    }
  }

  /** Starts to load changed jars, unless the document disables that. */
  void watch() {
    if (description.reload()) {
      List<HostedFolder> changing =
          folders.stream().filter(folder -> folder.folder().isPresent()).toList();
      watch =
          changing.isEmpty()
              ? Optional.empty()
              : Optional.of(FolderWatch.start(description.name(), changing, LOOK));
    }
  }

  /** Stops loading changed jars. */
  void stop() {
    watch.ifPresent(FolderWatch::close);
  }

  /**
   * Closes everything, also the handlers that the node has not closed; throws nothing. Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop();
    folders.forEach(HostedFolder::end);
    resources.close();
  }
}
