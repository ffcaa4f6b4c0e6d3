/**
 * The interface between WS-* protocols and the framework: a processor receives a message with its
 * direction and returns whether the message continues or is answered. The names follow Pallickara,
 * Fox et al., <i>An Analysis of the Costs for Reliable Messaging in Web/Grid Service
 * Environments</i>, section 3.
 *
 * <p>May use: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws.soap},
 * {@code org.dharch.ws.addressing}. Read {@code org.dharch.ws.rm} next.
 */
package org.dharch.ws;
