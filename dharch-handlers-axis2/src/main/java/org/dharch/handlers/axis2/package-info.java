/**
 * Runs Axis2 handlers unchanged on a node (seed 000, section 3.1.3). {@link
 * org.dharch.handlers.axis2.Axis2Kind} is the service that a node finds.
 *
 * <pre>
 *  HEManager -&gt; Axis2Kind: accepts or rejects the class -&gt; Axis2Handler, one for each handler
 *  envelope -&gt; EnvelopeReader -&gt; MessageContext -&gt; the handler -&gt; TrackedEnvelope -&gt; Changes
 * </pre>
 *
 * <p>{@code MessageContextProperties}, {@code HttpHeaders} and {@code WsaOptions} convert between
 * the properties of the message and those of the Axis2 contexts. See docs/handler-authors.md.
 */
package org.dharch.handlers.axis2;
