/**
 * Writes where and why handlers failed, for results and for the log.
 *
 * <p>May see: {@code message}, {@code node.journal}, {@code text}, {@code wire}. Next: {@link
 * org.dharch.core.node.failure.FailureLog}.
 */
package org.dharch.core.node.failure;
