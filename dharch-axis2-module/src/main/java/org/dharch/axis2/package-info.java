/**
 * DHArch's gateway for Apache Axis2.
 *
 * <pre>
 *  transport -> Axis2 phases -> GatewayHandler -> Axis2Gateway -> DHManager
 *                                   |   ^             |
 *                                   |   +-- Exchange <+   the outcome is applied to the message
 *                                   v                     on the container's own thread
 *                                service
 * </pre>
 *
 * The classes log through Axis2's own facade, commons-logging: a stock installation brings
 * slf4j-api without anything behind it, and what is said here must be seen.
 */
package org.dharch.axis2;
