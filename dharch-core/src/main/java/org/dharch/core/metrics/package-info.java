/**
 * What a manager counts and keeps to be looked at: {@link org.dharch.core.metrics.Counter} lists
 * every figure. Safe for any thread.
 *
 * <p>May see: {@code message}. A reader goes on with {@code org.dharch.core.DHManager#counters()}.
 */
package org.dharch.core.metrics;
