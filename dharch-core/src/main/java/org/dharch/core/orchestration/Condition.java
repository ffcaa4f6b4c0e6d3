package org.dharch.core.orchestration;

/**
 * A question about a message that picks its orchestration ({@code Rule}) or its way inside one
 * ({@link Choose}, {@link Repeat}). Immutable; safe for any thread.
 */
public sealed interface Condition permits XPathCondition, PropertyCondition {

  /**
   * Whether it holds for {@code message}.
   *
   * @throws org.dharch.core.message.MalformedMessageException if the envelope has to be read for
   *     that and cannot be
   */
  boolean holds(MessageView message);
}
