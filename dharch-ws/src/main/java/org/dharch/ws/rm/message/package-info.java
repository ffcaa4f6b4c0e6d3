/**
 * The messages, headers and faults of WS-ReliableMessaging 1.0 and 1.1/1.2 as XML: read from
 * envelopes of both SOAP versions, and written. Nothing of sequences' states: {@code
 * org.dharch.ws.rm} has them.
 *
 * <p>May see: {@code org.dharch.core.message}, {@code org.dharch.ws}, {@code org.dharch.ws.soap},
 * {@code org.dharch.ws.addressing}, {@code org.dharch.ws.rm}. A reader goes on with {@code
 * org.dharch.ws.policy}.
 */
package org.dharch.ws.rm.message;
