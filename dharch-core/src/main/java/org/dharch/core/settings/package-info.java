/**
 * From an operator's words to a running manager: settings by name, where the documents are, which
 * transport; {@code GatewayRuntime} composes what every container's gateway needs and closes it
 * again.
 *
 * <p>May see: everything below it, that is all of core but {@code execution} and {@code node}. A
 * reader goes on with dharch-axis2-module or dharch-servlet, which use it.
 */
package org.dharch.core.settings;
