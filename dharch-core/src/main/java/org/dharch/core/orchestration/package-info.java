/**
 * Assignment of handlers to messages, in stages, under conditions and a policy: the model ({@link
 * org.dharch.core.orchestration.Orchestration}, {@link org.dharch.core.orchestration.Stage}, {@link
 * org.dharch.core.orchestration.HandlerEntry}), its XML documents read, written and reloaded, and
 * its graph. Description only: nothing is executed here (seed 000, section 3.1.1; "separate the
 * description from the execution").
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code xpath}, {@code document}. Read next:
 * {@code org.dharch.core.execution}, which executes an orchestration, and docs/orchestration.md.
 */
package org.dharch.core.orchestration;
