/**
 * WS-Policy with the assertions of reliable messaging and addressing, based on Apache Neethi:
 * reading, merging and intersecting policies, and checking messages against them.
 *
 * <p>May use: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws},
 * {@code org.dharch.ws.soap}, {@code org.dharch.ws.addressing}, {@code org.dharch.ws.rm}, {@code
 * org.dharch.ws.rm.message}.
 */
package org.dharch.ws.policy;
