package org.dharch.hemanager.reload;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.dharch.api.DHHandler;
import org.dharch.api.Emission;
import org.dharch.api.NodeContext;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.message.DHArchException;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.document.NodeDescription;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerClasses;
import org.dharch.hemanager.loading.HandlerFolder;
import org.dharch.hemanager.loading.HandlerLifecycleWatchdog;
import org.dharch.hemanager.loading.SharedCopies;
import org.dharch.hemanager.resources.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the handlers of a folder, with their own loader. Safe for any thread. */
public final class HandlerMaker {
  static final String AT_START = "the node serves nothing before all have";

  static final String MEANWHILE = "the previous handlers continue until all have";

  private static final Logger log = LoggerFactory.getLogger(HandlerMaker.class);

  private final NodeDescription description;
  private final Function<String, NodeContext> contexts;
  private final Resources resources;
  private final BiConsumer<HandlerSpec, Emission> emits;

  /**
   * @param contexts the view of the node for each handler
   * @param resources the shared resources
   * @param emits called before each emission of a handler
   */
  public HandlerMaker(
      NodeDescription description,
      Function<String, NodeContext> contexts,
      Resources resources,
      BiConsumer<HandlerSpec, Emission> emits) {
    this.description = description;
    this.contexts = contexts;
    this.resources = resources;
    this.emits = emits;
  }

  /**
   * Creates and initializes the handlers.
   *
   * @param place the folder's name in the log
   * @param meanwhile the consequence until they exist
   * @throws DocumentException with the problem of each that cannot be created; everything created
   *     is closed then
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  FolderGeneration make(
      String place, HandlerFolder folder, List<HandlerSpec> specs, String meanwhile) {
    FolderLoader loader = folder.loader(resources.loader(), resources.all());
    FolderTimers timers = new FolderTimers(description.name(), loader);
    List<LoadedHandler> handlers = new ArrayList<>();
    try {
      List<String> copies = SharedCopies.of(loader);
      if (!copies.isEmpty()) {
        log.warn(
            "Ignored copies of classes that handlers share with the node source={} jars={}",
            place,
            String.join(", ", copies));
      }
      load(loader, timers, specs, meanwhile, handlers);
    } catch (RuntimeException | Error e) {
      new FolderGeneration(place, description.source(), loader, timers, handlers).close();
      throw e;
    }
    return new FolderGeneration(place, description.source(), loader, timers, handlers);
  }

  private void load(
      FolderLoader loader,
      FolderTimers timers,
      List<HandlerSpec> specs,
      String meanwhile,
      List<LoadedHandler> handlers) {
    HandlerClasses classes = new HandlerClasses(loader, description.limits());
    List<Problem> problems = new ArrayList<>();
    try (HandlerLifecycleWatchdog watch =
        new HandlerLifecycleWatchdog(
            description.source(), meanwhile, HandlerLifecycleWatchdog.LONG)) {
      for (HandlerSpec spec : specs) {
        NodeContext context =
            new FolderContext(
                contexts.apply(spec.name()),
                timers,
                resources,
                emission -> emits.accept(spec, emission));
        try {
          DHHandler handler =
              watch.run(spec::problem, "its init", () -> classes.load(spec, context));
          handlers.add(new LoadedHandler(spec, handler, timers));
        } catch (DHArchException e) {
          log.debug("Failed to create handler={}", spec.name(), e);
          problems.add(spec.problem(loader.jars().withOriginalPaths(e.getMessage())));
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new DocumentException(description.source(), problems);
    }
  }
}
