/**
 * WS-ReliableMessaging on the wire: converts messages to events of {@link
 * org.dharch.ws.rm.engine.RmEngine}, and the resulting actions to messages.
 *
 * <pre>
 *  message -> RmSinkProcessor / RmSourceProcessor -> RmEngine: an answer, and emissions
 *     the answer -> RmAnswers: an envelope on the back-channel, or to an address
 *     emissions  -> RmOutbox: RmEmissions builds messages -> the result of each is handled by its RmEmissionPurpose
 * </pre>
 *
 * <p>May use: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws} and
 * its packages except internals of the stores. Start with {@link
 * org.dharch.ws.rm.processor.RmSinkProcessor}.
 */
package org.dharch.ws.rm.processor;
