/**
 * WS-Policy with the assertions of reliable messaging and addressing, by Apache Neethi.
 *
 * <p>May see: {@code org.dharch.ws}, {@code org.dharch.ws.soap}, {@code org.dharch.ws.addressing}.
 * A reader goes on with {@code org.dharch.ws.rm}.
 */
package org.dharch.ws.policy;
