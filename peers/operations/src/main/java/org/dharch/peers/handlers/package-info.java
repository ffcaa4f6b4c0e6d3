/**
 * What the suite {@code ready-handlers} compares: the work of handlers, {@link
 * org.dharch.peers.handlers.HandlerWork}, the messages that it is about, keys and stylesheet. The
 * same for DHArch and its peers.
 */
package org.dharch.peers.handlers;
