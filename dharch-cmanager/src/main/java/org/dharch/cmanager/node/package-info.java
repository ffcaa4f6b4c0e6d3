/**
 * The node's end of the transport: receives task batches, sends replies and publishes heartbeats.
 */
package org.dharch.cmanager.node;
