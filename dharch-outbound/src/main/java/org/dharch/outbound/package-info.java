/**
 * Sends handlers' emissions by HTTP to the hosts of an allow list.
 *
 * <pre>
 *  manager ─▶ HttpOutbound ─▶ Waiting ─▶ HostList ─▶ JDK's HTTP client ─▶ host
 *             routing           64 a host   names and    a pinned address
 *                                           networks
 *                                    SoapResponse ◀── BoundedBody ◀───────
 * </pre>
 *
 * <p>Addresses come from untrusted input, such as a {@code ReplyTo}. So messages are sent only to
 * listed hosts, and responses are bounded in time and size. Depends on dharch-core and the JDK.
 * Read next: docs/outbound.md.
 */
package org.dharch.outbound;
