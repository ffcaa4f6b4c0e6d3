/**
 * Frames over direct links: the manager's end, the node's end, links between nodes, and the
 * handshake that authenticates both ends. See docs/direct-link.md.
 */
package org.dharch.cmanager.direct;
