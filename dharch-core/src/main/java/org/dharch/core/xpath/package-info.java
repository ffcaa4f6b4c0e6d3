/**
 * XPath 1.0 on SOAP envelopes: {@link org.dharch.core.xpath.XPath} is an expression, {@link
 * org.dharch.core.xpath.XmlTree} its input, {@link org.dharch.core.xpath.EvaluationBudget} its cost
 * bound. DHArch has its own evaluator, because a long evaluation by the JDK or by Jaxen cannot be
 * stopped (docs/adr/0015).
 *
 * <p>May see: {@code message}. Used by the conditions of {@code org.dharch.core.orchestration}.
 */
package org.dharch.core.xpath;
