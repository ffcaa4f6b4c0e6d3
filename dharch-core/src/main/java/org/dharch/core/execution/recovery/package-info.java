/**
 * Decides what follows an attempt that did not perform: {@link
 * org.dharch.core.execution.recovery.RecoveryTable}.
 *
 * <p>May see: {@code execution.progress}, {@code orchestration}.
 */
package org.dharch.core.execution.recovery;
