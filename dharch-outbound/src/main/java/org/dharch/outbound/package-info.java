/**
 * The way out for what handlers send of their own accord: HTTP, to hosts that a list allows.
 *
 * <pre>
 *  manager ─▶ HttpOutbound ─▶ Waiting ─▶ HostList ─▶ JDK's HTTP client ─▶ host
 *             what goes where   64 a host   names and    a pinned address
 *                                           networks
 *                                    SoapResponse ◀── BoundedBody ◀───────
 * </pre>
 *
 * <p>Addresses come from strangers, as in a {@code ReplyTo}: so nothing is sent anywhere that the
 * list does not allow, and what an answer may take is bounded in time and in size. It sees
 * dharch-core and the JDK. Read on in docs/outbound.md.
 */
package org.dharch.outbound;
