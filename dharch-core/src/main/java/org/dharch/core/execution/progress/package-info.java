/**
 * The progress of a message, from which another incarnation of the manager continues or compensates
 * it, and its encoding.
 *
 * <p>May see: {@code org.dharch.api}, {@code document}, {@code execution.stage}, {@code message},
 * {@code orchestration}, {@code orchestration.document}, {@code wire}, {@code wire.bytes}.
 */
package org.dharch.core.execution.progress;
