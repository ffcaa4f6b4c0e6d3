/** Sandesha2 as the peer of WS-ReliableMessaging, in its own process. */
package org.dharch.peers.sandesha2;
