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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers of one folder, or of the class path, which are replaced when its jars change.
 * Changed jars are loaded, besides the present ones, when they are stable from one check to the
 * next; if they do not start, the present handlers stay.
 *
 * <p>Each method for one thread at a time, unless it says more.
 */
public final class HostedFolder {
  private static final Logger log = LoggerFactory.getLogger(HostedFolder.class);

  /** How long calls may continue in handlers that have been replaced. */
  public static final Duration LAST_CALLS = Duration.ofSeconds(10);

  private final Optional<Path> folder;
  private final List<HandlerSpec> specs;
  private final HandlerMaker maker;
  private final Duration lastCalls;
  private final LoggedError unseen;
  private final List<HandlerSlot> slots = new ArrayList<>();
  private List<Path> others = List.of(); // jars that lie elsewhere
  private FolderMarks read;
  private FolderMarks seen;
  private FolderGeneration current; // guarded by slots
  private boolean stopped; // guarded by slots

  /**
   * Makes the handlers.
   *
   * @param specs all those of that folder
   * @throws DocumentException with the problem of each that cannot be made; none is left then
   * @throws DHArchException if the folder, or a jar in it, cannot be read
   */
  public HostedFolder(
      Optional<Path> folder, List<HandlerSpec> specs, HandlerMaker maker, Duration lastCalls) {
    this.folder = folder;
    this.specs = List.copyOf(specs);
    this.maker = maker;
    this.lastCalls = lastCalls;
    this.unseen = new LoggedError(log, "{} cannot be looked at; its handlers");
    FolderMarks begun = marks(); // before it is read: a change meanwhile is one more change
    FolderGeneration first = maker.make(place(), folder, specs, HandlerMaker.AT_START);
    first.handlers().forEach(handler -> slots.add(new HandlerSlot(handler)));
    this.current = first;
    haveRead(begun, first);
    this.seen = read;
  }

  private String place() {
    return folder.map(f -> "handlers folder " + f).orElse("handlers of the class path");
  }

  private FolderMarks marks() {
    return folder.map(f -> FolderMarks.of(f, others)).orElse(null);
  }

  private void haveRead(FolderMarks marks, FolderGeneration generation) {
    if (folder.isPresent()) {
      Path here = folder.get();
      others =
          generation.loader().jars().originals().stream()
              .filter(jar -> !here.equals(jar.getParent()))
              .toList();
      read = marks.with(here, others);
    }
  }

  /** The folder of its jars; empty for the class path. */
  public Optional<Path> folder() {
    return folder;
  }

  /** The handlers, in the order of the node document, as they are and will be. */
  public List<HandlerSlot> slots() {
    return slots;
  }

  /** Of the classes that are in use. */
  FolderLoader loader() {
    synchronized (slots) {
      return current.loader();
    }
  }

  /**
   * Looks at the jars, and takes in what has changed.
   *
   * @return whether others have taken their handlers' place
   */
  boolean look() {
    if (folder.isEmpty()) {
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
      read = seen; // once for what is there now
      unseen.say(folder.get(), e);
      return false;
    }
  }

  private boolean takeIn(FolderMarks now) {
    SortedSet<String> changed = now.changedSince(read);
    FolderGeneration next;
    try {
      next = maker.make(place(), folder, specs, HandlerMaker.MEANWHILE);
    } catch (DHArchException e) {
      if (marks().equals(now)) { // else it changes still, and is looked at again
        read = now;
        log.warn(
            "{}: the new jars are rejected, the previous ones stay; changed: {}; the"
                + " reason:\n{}",
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
    log.info("{}: what is there now is in use; changed: {}", place(), String.join(", ", changed));
    before.get().retire(lastCalls);
    return true;
  }

  /** Gives what was there before; empty if nothing may take its place any more. */
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

  /** Nothing takes the handlers' place from here on; for any thread. */
  void stop() {
    synchronized (slots) {
      stopped = true;
    }
  }

  /** Closes the handlers that are open still, and lets go of the classes; throws nothing. */
  public void end() {
    stop();
    FolderGeneration last;
    synchronized (slots) {
      last = current;
    }
    last.close();
  }
}
