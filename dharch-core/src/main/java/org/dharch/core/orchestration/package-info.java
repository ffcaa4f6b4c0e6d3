/**
 * The model of an orchestration: handlers in stages, under conditions ({@link
 * org.dharch.core.orchestration.Orchestration}, {@link org.dharch.core.orchestration.Stage}, {@link
 * org.dharch.core.orchestration.HandlerEntry}). Description only: nothing is executed here (seed
 * 000, section 3.1.1; "separate the description from the execution").
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code message.envelope}, {@code xpath}.
 * Read next: {@code org.dharch.core.orchestration.rule}, {@code org.dharch.core.execution}, which
 * executes an orchestration, and docs/orchestration.md.
 */
package org.dharch.core.orchestration;
