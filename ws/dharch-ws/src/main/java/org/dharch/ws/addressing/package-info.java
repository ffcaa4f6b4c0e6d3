/**
 * WS-Addressing 2004/08 and 2005/08: message information headers, endpoint references, faults.
 *
 * <p>May use: {@code org.dharch.ws.soap}. Read {@code org.dharch.ws} next.
 */
package org.dharch.ws.addressing;
