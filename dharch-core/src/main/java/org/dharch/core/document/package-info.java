/**
 * Reads XML documents: validates them against their schemas, reports every error with file, line
 * and column ({@link org.dharch.core.document.XmlDocuments}), and parses durations. Independent of
 * particular documents.
 *
 * <p>May see: {@code message}, {@code text}. Used by {@code org.dharch.core.orchestration}, {@code
 * org.dharch.core.flow}, and the node document in dharch-hemanager.
 */
package org.dharch.core.document;
