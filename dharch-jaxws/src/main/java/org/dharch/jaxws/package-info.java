/**
 * Runs JAX-WS handlers (Jakarta XML Web Services 4.0, chapter 9) on a node, unchanged.
 *
 * <pre>
 *  HEManager -> JaxwsKind: takes the class, or says why not -> JaxwsHandler, one per handler
 *  message -> Exchange (its way) + ContextMap (properties) + LazySoap (envelope)
 *          -> SoapContext or LogicalContext -> the handler -> Changes
 * </pre>
 *
 * <p>What of the container is not on a node is listed in {@code Absent}. May see: {@code
 * org.dharch.api}, and of the core {@code message}, {@code spi}. A reader begins with {@code
 * JaxwsHandler}, and has docs/handler-authors.md.
 */
package org.dharch.jaxws;
