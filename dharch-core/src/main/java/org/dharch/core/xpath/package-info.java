/**
 * XPath 1.0 on SOAP envelopes: {@link org.dharch.core.xpath.XPath} is an expression, {@link
 * org.dharch.core.xpath.XmlTree} what it is evaluated on, {@link
 * org.dharch.core.xpath.EvaluationBudget} what that may take. Written here, as an evaluation by the
 * JDK or by Jaxen cannot be ended, however long it takes (docs/adr/0015).
 *
 * <p>May see: {@code message}. A reader goes on with {@code org.dharch.core.orchestration}, whose
 * conditions are XPaths.
 */
package org.dharch.core.xpath;
