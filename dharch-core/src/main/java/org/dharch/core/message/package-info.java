/**
 * The foundation: one SOAP message and its data. Bytes: reading, parts, difference and merge
 * ({@link org.dharch.core.message.envelope.Envelopes}, {@link org.dharch.core.message.envelope.Merge}); admission
 * ({@link org.dharch.core.message.Submission}, {@link org.dharch.core.message.Admission}); outcome
 * ({@link org.dharch.core.message.Outcome}, {@link org.dharch.core.message.Fault}); history ({@link
 * org.dharch.core.message.Timeline}).
 *
 * <p>May see: {@code org.dharch.api}. Read next: {@code org.dharch.core.wire}, the transfer of
 * parts, or {@code org.dharch.core.execution}, the execution.
 */
package org.dharch.core.message;
