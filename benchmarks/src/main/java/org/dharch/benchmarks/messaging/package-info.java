/**
 * The suite {@code reliable-messaging}: what Pallickara et al. measured of WS-Addressing and
 * WS-ReliableMessaging in table 1, operation by operation.
 *
 * <p>May see: the harness and what it measures. A reader goes on with docs/benchmarks.
 */
package org.dharch.benchmarks.messaging;
