package org.dharch.hemanager.reload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.dharch.core.document.DocumentException;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.LoggedError;
import org.dharch.hemanager.document.HandlerSpec;
import org.dharch.hemanager.loading.FolderLoader;
import org.dharch.hemanager.loading.HandlerFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers of one folder, or of the class path, which are replaced when its jars change.
 * Changed jars are loaded when they are unchanged between two checks; if their handlers do not
 * start, the present ones stay.
 *
 * <p>Each method for one thread at a time, unless stated otherwise.
 */
public final class HostedFolder {
  private static final Logger log = LoggerFactory.getLogger(HostedFolder.class);

  /** How long calls may continue in handlers that have been replaced. */
  public static final Duration LAST_CALLS = Duration.ofSeconds(10);

  private final HandlerFolder source;
  private final List<HandlerSpec> specs;
  private final HandlerMaker maker;
  private final Duration lastCalls;
  private final LoggedError unseen;
  private final List<HandlerSlot> slots = new ArrayList<>();
  private List<Path> elsewhere = List.of(); // jars elsewhere
  private FolderMarks read;
  private FolderMarks seen;
  private FolderGeneration current; // guarded by slots
  private boolean stopped; // guarded by slots

  /**
   * Creates the handlers.
   *
   * @param specs all handlers of that folder
   * @throws DocumentException with the problem of each that cannot be created; everything created
   *     is closed then
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  public HostedFolder(
      HandlerFolder source, List<HandlerSpec> specs, HandlerMaker maker, Duration lastCalls) {
    this.source = source;
    this.specs = List.copyOf(specs);
    this.maker = maker;
    this.lastCalls = lastCalls;
    this.unseen = new LoggedError(log, "Check of {} for changes");
    FolderMarks initial = marks(); // before reading, to detect changes during it
    FolderGeneration first = maker.make(place(), source, specs, HandlerMaker.AT_START);
    first.handlers().forEach(handler -> slots.add(new HandlerSlot(handler)));
    this.current = first;
    haveRead(initial, first);
    this.seen = read;
  }

  private String place() {
    return folder().map(f -> "handlers folder " + f).orElse("handlers of the class path");
  }

  private FolderMarks marks() {
    return folder().map(f -> FolderMarks.of(f, elsewhere)).orElse(null);
  }

  private void haveRead(FolderMarks marks, FolderGeneration generation) {
    if (folder().isPresent()) {
      Path directory = folder().get();
      elsewhere =
          generation.loader().jars().originals().stream()
              .filter(jar -> !directory.equals(jar.getParent()))
              .toList();
      read = marks.with(directory, elsewhere);
    }
  }

  /** The folder of its jars; empty for the class path. */
  public Optional<Path> folder() {
    return source.path();
  }

  /** The handlers, in the order of the node document; replacements use the same slots. */
  public List<HandlerSlot> slots() {
    return slots;
  }

  /** The loader of the classes in use. */
  FolderLoader loader() {
    synchronized (slots) {
      return current.loader();
    }
  }

  /**
   * Checks the jars and loads changes.
   *
   * @return whether handlers were replaced
   */
  boolean reloadIfChanged() {
    if (folder().isEmpty()) {
      return false;
    }
    try {
      FolderMarks now = marks();
      if (now.equals(read) || !now.equals(seen)) {
        seen = now;
        return false;
      }
      return takeIn(now);
    } catch (RuntimeException | Error e) {
      read = seen; // once for this state
      unseen.log(folder().get(), e);
      return false;
    }
  }

  private boolean takeIn(FolderMarks now) {
    SortedSet<String> changed = now.changedSince(read);
    FolderGeneration next;
    try {
      next = maker.make(place(), source, specs, HandlerMaker.MEANWHILE);
    } catch (DHArchException e) {
      if (marks().equals(now)) { // otherwise it is still changing
        read = now;
        log.warn(
            "Rejected new jars source={} changed={} reason:\n{}",
            place(),
            String.join(", ", changed),
            e.getMessage());
        log.debug("{}", place(), e);
      }
      return false;
    }
    if (!marks().equals(now)) {
      next.close();
      return false;
    }
    haveRead(now, next);
    Optional<FolderGeneration> before = replaceBy(next);
    if (before.isEmpty()) {
      next.close();
      return false;
    }
    log.info("Loaded new jars source={} changed={}", place(), String.join(", ", changed));
    before.get().retire(lastCalls);
    return true;
  }

  /** Returns the previous generation; empty after {@link #stop}. */
  private Optional<FolderGeneration> replaceBy(FolderGeneration next) {
    synchronized (slots) {
      if (stopped) {
        return Optional.empty();
      }
      for (int i = 0; i < slots.size(); i++) {
        slots.get(i).replace(next.handlers().get(i));
      }
      FolderGeneration before = current;
      current = next;
      return Optional.of(before);
    }
  }

  /** Prevents further replacements. Safe for any thread. */
  void stop() {
    synchronized (slots) {
      stopped = true;
    }
  }

  /** Closes the open handlers and the loader; throws nothing. */
  public void end() {
    stop();
    FolderGeneration last;
    synchronized (slots) {
      last = current;
    }
    last.close();
  }
}
