/**
 * WS-Addressing 2004/08 and 2005/08: message information headers, endpoint references, faults.
 *
 * <p>May see: {@code org.dharch.ws.soap}. A reader goes on with {@code org.dharch.ws}.
 */
package org.dharch.ws.addressing;
