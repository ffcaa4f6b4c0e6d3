/**
 * Sends handlers' emissions by HTTP to the hosts of an allow list.
 *
 * <pre>
 *  manager ─▶ HttpOutbound ─▶ RequestQueue ─▶ HostList ─▶ JDK's HTTP client ─▶ host
 *             routing         64 per host     names and   a pinned address
 *                                             networks
 *                                        SoapResponse ◀── BoundedBody ◀───────
 * </pre>
 *
 * <p>Addresses are untrusted input, such as a {@code ReplyTo}. Depends on dharch-core and the JDK.
 * Read next: docs/outbound.md.
 */
package org.dharch.outbound;
