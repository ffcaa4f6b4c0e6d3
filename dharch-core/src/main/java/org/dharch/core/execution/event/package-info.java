/**
 * The interface of an execution: {@link org.dharch.core.execution.event.Event}s go in, {@link
 * org.dharch.core.execution.event.Effect}s leave it, {@link
 * org.dharch.core.execution.event.Environment} answers questions.
 *
 * <p>May see: {@code org.dharch.api}, {@code execution.progress}, {@code execution.stage}, {@code
 * message}, {@code metrics}, {@code orchestration}, {@code wire}.
 */
package org.dharch.core.execution.event;
