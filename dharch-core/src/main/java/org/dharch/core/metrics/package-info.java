/**
 * What a manager counts: {@link org.dharch.core.metrics.Counter} lists every figure. Safe for any
 * thread.
 *
 * <p>May see: nothing. A reader goes on with {@code org.dharch.core.DHManager#counters()}.
 */
package org.dharch.core.metrics;
