/**
 * The suite {@code reliable-messaging}: the measurements of WS-Addressing and WS-ReliableMessaging
 * of Pallickara et al., table 1, operation by operation.
 *
 * <p>Depends on the harness and the measured code. See docs/benchmarks.
 */
package org.dharch.benchmarks.messaging;
