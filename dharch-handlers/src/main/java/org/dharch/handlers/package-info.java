/**
 * Ready-made handlers for a node document, or for Axis2's own chain through {@code ChainHandler}
 * (docs/handlers.md).
 *
 * <pre>
 *  Logger           reads the configured parts, changes nothing
 *  Monitor          reads no envelope; counts
 *  FormatConverter  body -> body, by a stylesheet or from lines of records
 *  Compressor       body -> Compressed
 *  Decompressor     Compressed -> body
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.document}; Micrometer where it is available.
 */
package org.dharch.handlers;
