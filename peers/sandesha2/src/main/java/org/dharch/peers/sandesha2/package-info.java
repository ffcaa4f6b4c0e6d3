/** Sandesha2 alone, as the other end of WS-ReliableMessaging, in a process of its own. */
package org.dharch.peers.sandesha2;
