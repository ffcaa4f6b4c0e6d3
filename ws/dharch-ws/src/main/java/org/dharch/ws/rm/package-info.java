/**
 * WS-ReliableMessaging 1.0 (2005/02) and 1.1/1.2 (2007/02): sequences as pure state machines at
 * source and sink.
 *
 * <p>May use: {@code org.dharch.ws}, {@code org.dharch.ws.soap}, {@code org.dharch.ws.addressing},
 * {@code org.dharch.ws.policy}.
 */
package org.dharch.ws.rm;
