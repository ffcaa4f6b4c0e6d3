/**
 * Records the attempts of stateful handlers, in memory or in a file, so that none performs twice.
 *
 * <p>May see: {@code org.dharch.api}, {@code files}, {@code message}, {@code text}, {@code wire},
 * {@code wire.bytes}. Next: {@link org.dharch.core.node.journal.ExecutionJournal}.
 */
package org.dharch.core.node.journal;
