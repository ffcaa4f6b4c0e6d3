/**
 * The gateway for any SOAP stack in a servlet container: a filter in front of it.
 *
 * <pre>
 *  container's thread            no thread of it                 container's thread
 *  DHArchFilter
 *    │
 *  RequestTriage ─▶ bypass ────────────────────────────────────────────────▶ service
 *    │     └─▶ refuse ─▶ client                                              ▲
 *    ▼                                                                       │
 *   read ────────────▶ FilterExchange                                  FilterExchange
 *                        BodyReader ─▶ ServletIntake ─▶ DHManager            ▲
 *                            │               │              │                │
 *                            └───────────────┴──────────────┴─▶ NextAction ──┘ by a dispatch
 *
 *  service ─▶ ServiceResponse, kept back if it may have handlers ─▶ ServletIntake …
 *             … NextAction ─▶ FilterExchange ─▶ client
 * </pre>
 *
 * <p>Users name only {@link org.dharch.servlet.DHArchFilter}. A {@code FilterExchange} is one
 * request with its response, a {@code NextAction} the task of the next thread. {@code
 * ServiceRequest}, {@code ServiceResponse} and {@code ServiceAsync} wrap the container's objects
 * for the service. {@code SoapBody} finds the envelope in a body in one way only, so that handlers
 * and service read the same. {@code ServicePath} derives the service, {@code DescriptionRequest}
 * detects {@code GET} requests that call no operation, {@code HttpProperties} converts headers and
 * attributes, {@code HandlerResponse} is the response of a handler, {@link
 * org.dharch.core.settings.HeldBytes} limits memory. {@code ServletHost} gives {@link
 * org.dharch.core.settings.GatewayRuntime} access to the application. See also {@link
 * org.dharch.core.DHManager} and docs/servlet-filter.md.
 *
 * <p>It depends on dharch-core, the Servlet API, SLF4J and the JDK, not on a container or a SOAP
 * stack.
 */
package org.dharch.servlet;
