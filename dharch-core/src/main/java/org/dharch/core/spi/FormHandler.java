package org.dharch.core.spi;

import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;

/**
 * A handler that works on a parsed form of an envelope that is expensive to create, such as a tree.
 * It can reuse the form of a previous handler of the same message on the same node, and leave it to
 * the next one: within a stage for handlers in sequence, and across speculative stages. The changes
 * are always returned as well; a form never replaces them.
 */
public interface FormHandler extends DHHandler {
  /**
   * As {@link #handle(HandlerMessage)}.
   *
   * @param forms for this call only; may be used until it returns
   */
  Changes handle(HandlerMessage message, Forms forms) throws Exception;

  /** The parsed forms of one message that its handlers pass to each other. Safe for any thread. */
  interface Forms {
    /**
     * Takes a form whose content equals the message that the handler received. The handler owns it:
     * no other handler has it or gets it, unless it is left again. Empty if there is none of that
     * type; the handler then parses the message itself.
     */
    <T extends Form> Optional<T> take(Class<T> type);

    /**
     * Leaves {@code form} for other handlers. Neither the handler nor anything that it started uses
     * it any more. Ignored if it is too late, or if another form is there already.
     *
     * @param changes the object that the handler returns; applied to the message it yields exactly
     *     the form's content
     */
    void leave(Form form, Changes changes);
  }

  /** A parsed form. Not thread-safe. */
  interface Form {
    /**
     * The form's content has become the message of the next stage.
     *
     * @param envelope the bytes of that message; not written to
     * @param processed its header blocks that are marked as processed
     * @return false if the content differs: the form is then discarded
     */
    boolean becomes(byte[] envelope, Set<HeaderRef> processed);
  }
}
