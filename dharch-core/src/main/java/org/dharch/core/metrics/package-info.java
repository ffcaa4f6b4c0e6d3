/**
 * The counters of a manager: {@link org.dharch.core.metrics.Counter} lists every figure. Safe for
 * any thread.
 *
 * <p>May see: nothing. See {@code org.dharch.core.ManagerStatus#counters()}.
 */
package org.dharch.core.metrics;
