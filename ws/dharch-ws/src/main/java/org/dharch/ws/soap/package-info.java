/**
 * SOAP envelopes of both versions: parsing of untrusted XML, writing, faults, and conversions
 * between bytes, XMLBeans document, SAAJ message and Axiom tree.
 *
 * <p>May use: {@code org.dharch.core.document}, {@code org.dharch.core.message}. Read {@code
 * org.dharch.ws.addressing} next.
 */
package org.dharch.ws.soap;
