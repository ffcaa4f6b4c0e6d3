/**
 * From an operator's words to a running manager, the same in every container: settings by name,
 * where the documents are, which transport. {@link org.dharch.core.settings.GatewayRuntime}
 * composes store, transport, manager, local nodes, learned sizes and reload for a {@link
 * org.dharch.core.settings.GatewayHost}, and closes them again. It knows no container; where a
 * container looks for files and classes it says itself.
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code metrics}, {@code document}, {@code
 * spi}, {@code orchestration}, {@code flow}, {@code store}, {@code org.dharch.core}. A reader goes
 * on with dharch-axis2-module or dharch-servlet, which use it.
 */
package org.dharch.core.settings;
