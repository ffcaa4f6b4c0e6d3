/** CXF as the peer of WS-ReliableMessaging, in its own process. */
package org.dharch.peers.cxf;
