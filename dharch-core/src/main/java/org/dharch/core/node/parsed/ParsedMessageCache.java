package org.dharch.core.node.parsed;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.MessageContent;
import org.dharch.core.spi.FormHandler.Form;
import org.dharch.core.spi.FormHandler.Forms;

/**
 * Keeps at most one parsed form of a task batch's message for the next handler. A handler that
 * takes a form owns it: if its call fails, is abandoned or hangs, no other handler receives the
 * form. A form from a call of an earlier stage is discarded. Safe for any thread.
 */
public final class ParsedMessageCache {
  /** A form that waits, with its size in the quota. */
  private record Waiting(Form form, long size) {}

  private final ParsedMessageQuota capacity;

  /** The form of the current message; null if there is none. */
  private Waiting idle; // guarded by this

  /** The form of the message after the changes {@link #of}; null if there is none. */
  private Waiting made; // guarded by this

  private Changes of = Changes.NONE; // guarded by this
  private int stage; // guarded by this
  private boolean wanted; // guarded by this
  private boolean closed; // guarded by this

  public ParsedMessageCache(ParsedMessageQuota capacity) {
    this.capacity = capacity;
  }

  /** Returns whether a handler has requested a form, so that later ones probably request it too. */
  public synchronized boolean areWanted() {
    return wanted;
  }

  /**
   * Returns the forms for a call that starts now.
   *
   * @param size the size of the message in bytes
   * @param last whether no other call follows
   */
  public synchronized Forms here(long size, boolean last) {
    return new Call(stage, size, last);
  }

  /** Returns whether a form is available for the next handler. */
  public synchronized boolean isThere() {
    return idle != null;
  }

  /**
   * Replaces the message with {@code merged}.
   *
   * @param changes the changes that produced it
   */
  public synchronized void next(MessageContent merged, List<Changes> changes) {
    List<Changes> touching = changes.stream().filter(ParsedMessageCache::touches).toList();
    if (!touching.isEmpty()) {
      boolean follows =
          made != null
              && touching.size() == 1
              && touching.get(0) == of
              && made.form().becomes(merged.envelope(), merged.processed());
      stage++;
      dropIdle();
      if (follows) {
        idle = made;
        made = null;
      }
    }
    dropMade();
  }

  /** Discards the forms; no handlers follow. */
  public synchronized void close() {
    closed = true;
    dropIdle();
    dropMade();
  }

  private void dropIdle() {
    if (idle != null) {
      capacity.leave(idle.size());
      idle = null;
    }
  }

  private void dropMade() {
    if (made != null) {
      capacity.leave(made.size());
      made = null;
    }
    of = Changes.NONE;
  }

  private static boolean touches(Changes changes) {
    return changes.touchesEnvelope() || !changes.processed().isEmpty();
  }

  /** The forms of one call; empty if the stage has changed. */
  private final class Call implements Forms {
    private final int began;
    private final long size;
    private final boolean last;

    Call(int began, long size, boolean last) {
      this.began = began;
      this.size = size;
      this.last = last;
    }

    @Override
    public <T extends Form> Optional<T> take(Class<T> type) {
      synchronized (ParsedMessageCache.this) {
        wanted = true;
        if (began != stage || idle == null || !type.isInstance(idle.form())) {
          return Optional.empty();
        }
        T taken = type.cast(idle.form());
        dropIdle();
        return Optional.of(taken);
      }
    }

    @Override
    public void leave(Form form, Changes changes) {
      synchronized (ParsedMessageCache.this) {
        boolean changed = touches(changes);
        boolean late = began != stage || closed || last;
        if (late || (!changed && idle != null) || !capacity.enter(size)) {
          return;
        }
        if (changed) {
          dropMade();
          made = new Waiting(form, size);
          of = changes;
        } else {
          idle = new Waiting(form, size);
        }
      }
    }
  }
}
