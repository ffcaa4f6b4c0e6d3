/**
 * WS-Policy with the assertions of reliable messaging and addressing, by Apache Neethi: policies
 * are read, merged, intersected, and messages held against them.
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code org.dharch.ws},
 * {@code org.dharch.ws.soap}, {@code org.dharch.ws.addressing}, {@code org.dharch.ws.rm}, {@code
 * org.dharch.ws.rm.message}.
 */
package org.dharch.ws.policy;
