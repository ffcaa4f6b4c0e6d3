/**
 * What a WS-* protocol is to the framework: a processor that is given a message and its direction,
 * and says whether the message goes on or is answered. The names are those of Pallickara, Fox et
 * al., <i>An Analysis of the Costs for Reliable Messaging in Web/Grid Service Environments</i>,
 * section 3.
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws.soap},
 * {@code org.dharch.ws.addressing}. A reader goes on with {@code org.dharch.ws.rm}.
 */
package org.dharch.ws;
