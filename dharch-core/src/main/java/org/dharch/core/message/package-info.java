/**
 * One SOAP message and its data: admission ({@link org.dharch.core.message.Submission}, {@link
 * org.dharch.core.message.Admission}), outcome ({@link org.dharch.core.message.Outcome}, {@link
 * org.dharch.core.message.Fault}) and history ({@link org.dharch.core.message.Timeline}).
 *
 * <p>May see: {@code org.dharch.api}, {@code text}. Read next: {@code
 * org.dharch.core.message.envelope}, its bytes, {@code org.dharch.core.wire}, the transfer of
 * parts, or {@code org.dharch.core.execution}, the execution.
 */
package org.dharch.core.message;
