package org.dharch.hemanager.reload;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.dharch.api.Emission;
import org.dharch.api.Emitter;
import org.dharch.api.NodeContext;
import org.dharch.hemanager.resources.Resources;

/**
 * A handler's view of its node.
 *
 * @param context the part that all handlers have
 * @param folderTimers its folder's timers
 * @param resources the node document's resources
 * @param emits called before each emission of the handler
 */
record FolderContext(
    NodeContext context, FolderTimers folderTimers, Resources resources, Consumer<Emission> emits)
    implements NodeContext {

  @Override
  public String node() {
    return context.node();
  }

  @Override
  public long nanos() {
    return context.nanos();
  }

  @Override
  public InstantSource clock() {
    return context.clock();
  }

  @Override
  public Emitter emitter() {
    Emitter emitter = context.emitter();
    return emission -> {
      emits.accept(emission);
      return emitter.emit(emission);
    };
  }

  @Override
  public ScheduledExecutorService timers() {
    return folderTimers.threads();
  }

  @Override
  public <T> T resource(String name, Class<T> type) {
    return resources.get(name, type);
  }
}
