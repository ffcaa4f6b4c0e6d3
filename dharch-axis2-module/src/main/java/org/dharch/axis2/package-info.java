/**
 * DHArch's gateway for Apache Axis2: a module that a configuration engages.
 *
 * <pre>
 *  transport ─▶ Axis2's phases ─▶ GatewayHandler ─▶ Axis2Gateway
 *                                                       │
 *                     ┌─────────────────────────────────┘
 *                     ▼
 *               MessageIntake
 *               read ─▶ admit                 held      wait ─▶ apply the outcome ─▶ CONTINUE
 *                         │                   detached  SUSPEND; OneWayDelivery resumes at the end
 *                         │                   stored    ABORT: the sender receives 202
 *                         ▼                   busy      503, a fault or the whole response
 *                     DHManager               rejected  a fault
 *                         │                   bypassed  CONTINUE
 *                         ▼                                  │
 *               WaitingContext.end()                         ▼
 *                                                         service
 * </pre>
 *
 * <p>{@link org.dharch.axis2.DHArchModule} starts and stops the gateway. {@code ModuleSettings}
 * holds the parameters, {@code Axis2Host} gives {@link org.dharch.core.settings.GatewayRuntime}
 * access to Axis2. The subpackages: {@code envelope} reads and writes envelopes, {@code message}
 * converts a context to properties and back, {@code delivery} takes messages to their services
 * without a client, {@code service} reads the settings of services, {@code chain} runs native
 * handlers in Axis2's own chain. See also {@link org.dharch.core.DHManager} and
 * docs/axis2-module.md; docs/adr/0001 explains why a thread waits.
 *
 * <p>It depends on Axis2, dharch-core and dharch-outbound. Transports and node hosts are found by
 * their service files.
 *
 * <p>The classes log through Axis2's own facade, commons-logging, because a stock installation has
 * slf4j-api without a binding.
 */
package org.dharch.axis2;
