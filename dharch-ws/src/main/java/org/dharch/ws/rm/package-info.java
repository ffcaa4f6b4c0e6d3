/**
 * WS-ReliableMessaging 1.0 (2005/02) and 1.1/1.2 (2007/02): its messages, headers and faults, and
 * its source and sink as pure state machines.
 *
 * <p>May see: {@code org.dharch.ws}, {@code org.dharch.ws.soap}, {@code org.dharch.ws.addressing},
 * {@code org.dharch.ws.policy}.
 */
package org.dharch.ws.rm;
