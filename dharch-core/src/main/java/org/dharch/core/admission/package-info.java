/**
 * Admits messages: new ones, replayed ones, and ended ones with pending compensations.
 *
 * <p>May see: {@code org.dharch.api}, {@code config}, {@code context}, {@code execution}, {@code
 * execution.progress}, {@code flow}, {@code message}, {@code message.envelope}, {@code metrics},
 * {@code orchestration}, {@code orchestration.rule}, {@code placement}, {@code queue}, {@code
 * recovery}, {@code spi}, {@code store}, {@code wire}. Next: {@link
 * org.dharch.core.admission.AdmissionControl}.
 */
package org.dharch.core.admission;
