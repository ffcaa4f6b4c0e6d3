/**
 * The gateway for any SOAP stack in a servlet container: a filter in front of it.
 *
 * <pre>
 *  container's thread            no thread of it                 container's thread
 *  DHArchFilter
 *    │
 *  RequestTriage ─▶ pass ────────────────────────────────────────────────▶ service
 *    │     └─▶ refuse ─▶ client                                              ▲
 *    ▼                                                                       │
 *   read ────────────▶ SuspendedMessage                                FilterExchange
 *                        BodyReader ─▶ ServletIntake ─▶ DHManager            ▲
 *                            │               │              │                │
 *                            └───────────────┴──────────────┴─▶ Resumption ──┘ by a dispatch
 *
 *  service ─▶ ServiceResponse, kept back if it may have handlers ─▶ ServletIntake …
 *             … Resumption ─▶ FilterExchange ─▶ client
 * </pre>
 *
 * <p>{@link org.dharch.servlet.DHArchFilter} is all that a user names. A {@code FilterExchange} is
 * one request with its response, a {@code SuspendedMessage} one message of it while no thread of
 * the container has it, a {@code NextAction} what the next thread does. {@code ServiceRequest},
 * {@code ServiceResponse} and {@code ServiceAsync} are what the service sees instead of the
 * container's; {@code SoapBody} and what it uses find the envelope in a body, so that handlers and
 * service cannot read two. {@code ServicePath} tells the service, {@code DescriptionRequest} which
 * {@code GET} calls nothing, {@code HttpProperties} what HTTP says of a message, {@code
 * HandlerResponse} what a handler has answered instead of the service, {@code BodySource} where the
 * body is, {@code Timeouts} when a message is late, {@link org.dharch.core.settings.HeldBytes}
 * whether there is room. {@code ServletHost} is what the application says to {@link
 * org.dharch.core.settings.GatewayRuntime}. Read on in {@link org.dharch.core.DHManager} and
 * docs/servlet-filter.md.
 *
 * <p>It sees dharch-core, the Servlet API, SLF4J and the JDK; no container, no SOAP stack.
 */
package org.dharch.servlet;
