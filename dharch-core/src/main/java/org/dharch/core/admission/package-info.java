/**
 * Admits messages: new ones, replayed ones, and ended ones with pending compensations.
 *
 * <p>May see: {@code org.dharch.api}, {@code config}, {@code context}, {@code execution}, {@code
 * org.dharch.core.execution.progress}, {@code flow}, {@code message}, {@code metrics}, {@code
 * orchestration}, {@code placement}, {@code queue}, {@code recovery}, {@code spi}, {@code store},
 * {@code wire}. Next: {@link org.dharch.core.admission.AdmissionControl}.
 */
package org.dharch.core.admission;
