/**
 * SOAP envelopes of both versions: the only way in for XML from outside, what is written, faults,
 * and the same envelope as bytes, XMLBeans document, SAAJ message and Axiom tree.
 *
 * <p>May see: {@code org.dharch.core.document}, {@code org.dharch.core.message}. A reader goes on
 * with {@code org.dharch.ws.addressing}.
 */
package org.dharch.ws.soap;
