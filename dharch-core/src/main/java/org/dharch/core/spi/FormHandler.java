package org.dharch.core.spi;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;

/**
 * A handler that works on another form of an envelope than its bytes, one that costs something to
 * make, as a tree of it. It may have that of another handler of the same message on the same node,
 * and leave it to a third: those of one stage that run one after another, and those of the stages
 * of one visit. What it changed goes back as ever; a form is never all that there is of a change.
 */
public interface FormHandler extends DHHandler {
  /**
   * As {@link #handle(HandlerMessage)}.
   *
   * @param forms for this call only; may be used until it returns
   */
  Changes handle(HandlerMessage message, Forms forms) throws Exception;

  /** What handlers leave to each other of one message. Safe for any thread. */
  interface Forms {
    /**
     * A form that says exactly what the message says that the handler was given. It is the
     * handler's alone from here on: nobody else has it, and nobody gets it unless it is left again.
     * Empty if there is none of that type, and the handler makes its own.
     */
    <T extends Form> Optional<T> take(Class<T> type);

    /**
     * Leaves {@code form} to others: the handler has done with it, and nothing that it started goes
     * on with it. Nothing happens if it comes too late, or another is there already.
     *
     * @param changes what makes of the message, to the letter, what the form says now: the very
     *     object that the handler returns
     */
    void leave(Form form, Changes changes);
  }

  /** One such form. For one thread at a time. */
  interface Form {
    /**
     * What it says has become the message of the next stage.
     *
     * @param envelope the bytes of that; not written to
     * @param processed its header blocks that are marked as processed
     * @return false if it does not say that: then it is thrown away
     */
    boolean becomes(byte[] envelope, Set<HeaderRef> processed);
  }
}
