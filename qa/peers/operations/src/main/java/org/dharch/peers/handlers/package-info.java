/**
 * The shared inputs of the suite {@code ready-handlers}: the work of handlers, {@link
 * org.dharch.peers.handlers.HandlerWork}, its messages, keys and stylesheet. The same for DHArch
 * and its peers.
 */
package org.dharch.peers.handlers;
