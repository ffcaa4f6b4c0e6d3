/**
 * Starts a manager from an operator's parameters, the same in every container: settings by name,
 * the locations of documents, the transport. {@link org.dharch.core.settings.GatewayRuntime}
 * composes store, transport, manager, local nodes, learned sizes and reload for a {@link
 * org.dharch.core.settings.GatewayHost}, and closes them. Independent of the container; used by
 * dharch-axis2-module and dharch-servlet.
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core}, {@code config}, {@code document},
 * {@code flow}, {@code message}, {@code metrics}, {@code orchestration.document}, {@code
 * orchestration.rule}, {@code spi}, {@code store}, {@code text}, {@code view}.
 */
package org.dharch.core.settings;
