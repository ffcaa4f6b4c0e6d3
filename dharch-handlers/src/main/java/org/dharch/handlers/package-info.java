/**
 * Handlers that are ready to be named in a node document, or put into Axis2's own chain by {@code
 * ChainHandler} (docs/handlers.md).
 *
 * <pre>
 *  Logger           reads what it is told to write down, changes nothing
 *  Monitor          reads no envelope; counts
 *  FormatConverter  body -> body, by a stylesheet or from lines of records
 *  Compressor       body -> Compressed
 *  Decompressor     Compressed -> body
 * </pre>
 *
 * <p>May see: {@code org.dharch.api}, {@code org.dharch.core.message}, {@code
 * org.dharch.core.document}; Micrometer where it is there.
 */
package org.dharch.handlers;
