/**
 * The five handlers of the paper's measurements (seed 000, section 4.1), their service, and
 * messages that give each handler real work. The handlers are ordinary Axis2 handlers: the same
 * class runs in Axis2's own chain and on a DHArch node.
 *
 * <pre>
 * A DecompressionHandler  CPU, heavy   changes s:document in the body
 * B DecryptionHandler     CPU, heavy   changes s:secret in the body
 * C FileWriterHandler     disk         reads the message
 * D MonitoringHandler     light        reads no envelope, sets a property
 * E LoggingHandler        light, disk  reads no envelope
 * </pre>
 */
package org.dharch.samples;
