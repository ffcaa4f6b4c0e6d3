/**
 * DHArch's gateway for Apache Axis2: a module that a configuration engages.
 *
 * <pre>
 *  transport ─▶ Axis2's phases ─▶ GatewayHandler ─▶ Axis2Gateway
 *                                                       │
 *                     ┌─────────────────────────────────┘
 *                     ▼
 *               MessageIntake ─────────────▶ MessageReturn
 *               has it anything to do here?   held      wait ─▶ its outcome applied ─▶ CONTINUE
 *               read ─▶ admit                 detached  SUSPEND; OneWayDelivery resumes at the end
 *                         │                   stored    ABORT: that is 202
 *                         ▼                   busy      503, a fault or the whole answer
 *                     DHManager               refused   a fault
 *                         │                   untouched CONTINUE
 *                         ▼                                  │
 *               WaitingContext.end()                       ▼
 *                                                         service
 * </pre>
 *
 * <p>{@link org.dharch.axis2.DHArchModule} begins and ends it all: {@code ModuleSettings} are the
 * parameters, {@code Axis2Host} is what Axis2 says to {@link
 * org.dharch.core.settings.GatewayRuntime}, {@code Axis2ReplayGateway} makes a context for a
 * message that comes out of the store, or that a handler emitted to one of {@code ServicesHere}.
 * {@code EnvelopeCapture} and the {@code Recording} classes get a message's bytes without parsing
 * it, {@code ContextProperties} and {@code HeaderBlocks} what else travels, in a {@code
 * PropertyBag}: HTTP's in {@code HttpProperties}, the operation's in {@code OperationProperties},
 * WS-Addressing's in {@code EndpointReferences}; {@code BusyReply} and {@code Faults} write what a
 * sender is told. Read on in {@link org.dharch.core.DHManager} and docs/axis2-module.md; why a
 * thread waits is said in docs/adr/0001.
 *
 * <p>It sees Axis2, dharch-core and dharch-outbound; no transport of DHArch's own and no host of
 * nodes, which are found by their service files.
 *
 * <p>The classes log through Axis2's own facade, commons-logging: a stock installation brings
 * slf4j-api without anything behind it, and what is said here must be seen.
 */
package org.dharch.axis2;
