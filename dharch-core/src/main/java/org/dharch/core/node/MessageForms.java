package org.dharch.core.node;

import java.util.List;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.core.message.MergedMessage;
import org.dharch.core.spi.FormHandler.Form;
import org.dharch.core.spi.FormHandler.Forms;

/**
 * The one form of a task batch's message that waits for the next handler, at most; it goes with the
 * batch. Who takes it has it alone, so a call that fails, is given up or hangs keeps it from all
 * others, and what a call of an earlier stage leaves comes too late. Safe for any thread.
 */
final class MessageForms {
  /** It says what the message of this stage says; null if there is none. */
  private Form idle; // guarded by this

  /** It says what {@link #of} makes of that; null if there is none. */
  private Form made; // guarded by this

  private Changes of = Changes.NONE; // guarded by this
  private int stage; // guarded by this
  private boolean wanted; // guarded by this

  /** Whether a handler has asked for one: then those after it may well do so, too. */
  synchronized boolean areWanted() {
    return wanted;
  }

  /** For a call that begins now. */
  synchronized Forms here() {
    return new Call(stage);
  }

  /** Whether the next handler can have a form. */
  synchronized boolean isThere() {
    return idle != null;
  }

  /**
   * The message is {@code merged} from here on.
   *
   * @param changes what made it that
   */
  synchronized void next(MergedMessage merged, List<Changes> changes) {
    List<Changes> touching = changes.stream().filter(MessageForms::touches).toList();
    if (!touching.isEmpty()) {
      boolean follows =
          made != null
              && touching.size() == 1
              && touching.get(0) == of
              && made.becomes(merged.envelope(), merged.processed());
      idle = follows ? made : null;
      stage++;
    }
    made = null;
    of = Changes.NONE;
  }

  private static boolean touches(Changes changes) {
    return changes.touchesEnvelope() || !changes.processed().isEmpty();
  }

  /** What one call sees; of another stage than the present one, nothing. */
  private final class Call implements Forms {
    private final int began;

    Call(int began) {
      this.began = began;
    }

    @Override
    public <T extends Form> Optional<T> take(Class<T> type) {
      synchronized (MessageForms.this) {
        wanted = true;
        if (began != stage || !type.isInstance(idle)) {
          return Optional.empty();
        }
        T taken = type.cast(idle);
        idle = null;
        return Optional.of(taken);
      }
    }

    @Override
    public void leave(Form form, Changes changes) {
      synchronized (MessageForms.this) {
        if (began != stage) {
          return;
        }
        if (touches(changes)) {
          made = form;
          of = changes;
        } else if (idle == null) {
          idle = form;
        }
      }
    }
  }
}
