/**
 * The gateway for any SOAP stack in a servlet container: a filter in front of it.
 *
 * <pre>
 *  container's thread          nobody's thread                 container's thread
 *  doFilter ─▶ read the body ─▶ admit … handlers … completed ─▶ dispatch ─▶ service
 *                                                                             │ response kept back
 *  client ◀── write ◀─ dispatch ◀─ completed … handlers … admit ◀─────────────┘ if it has handlers
 * </pre>
 *
 * <p>{@link org.dharch.servlet.DHArchFilter} is all that a user names. An {@code Exchange} is one
 * request with its response, a {@code Passage} one message of it while no thread of the container
 * has it. docs/servlet-filter.md describes the rest.
 */
package org.dharch.servlet;
