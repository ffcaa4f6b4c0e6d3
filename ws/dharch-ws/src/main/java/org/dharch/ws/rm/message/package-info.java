/**
 * Reads and writes the messages, headers and faults of WS-ReliableMessaging 1.0 and 1.1/1.2 in
 * envelopes of both SOAP versions. The states of sequences are in {@code org.dharch.ws.rm}.
 *
 * <p>May use: {@code org.dharch.core.message}, {@code org.dharch.ws}, {@code org.dharch.ws.soap},
 * {@code org.dharch.ws.addressing}, {@code org.dharch.ws.rm}. Read {@code org.dharch.ws.policy}
 * next.
 */
package org.dharch.ws.rm.message;
