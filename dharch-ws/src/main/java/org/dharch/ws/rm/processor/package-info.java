/**
 * WS-ReliableMessaging on the wire: what a message says becomes an event of {@link
 * org.dharch.ws.rm.engine.RmEngine}, and what that says becomes messages.
 *
 * <pre>
 *  message -> RmSinkProcessor / RmSourceProcessor -> RmEngine: an answer, and emissions
 *     the answer -> RmAnswers: an envelope on the back-channel, or to an address
 *     emissions  -> RmOutbox: RmEmissions makes messages of them -> what becomes of each: RmEmissionPurpose
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws} and
 * all of its rooms but the stores' insides. A reader begins with {@link
 * org.dharch.ws.rm.processor.RmSinkProcessor}.
 */
package org.dharch.ws.rm.processor;
