/**
 * Runs JAX-WS handlers (Jakarta XML Web Services 4.0, chapter 9) on a node, unchanged.
 *
 * <pre>
 *  HEManager -> JaxwsKind: accepts or rejects the class -> JaxwsHandler, one per handler
 *  message -> Exchange (direction) + ContextMap (properties) + LazySoap (envelope)
 *          -> SoapContext or LogicalContext -> the handler -> Changes
 * </pre>
 *
 * <p>{@code Absent} lists the parts of the container that a node lacks. Depends on {@code
 * org.dharch.api} and the core's {@code message} and {@code spi}. Start with {@code JaxwsHandler}
 * and docs/handler-authors.md.
 */
package org.dharch.jaxws;
