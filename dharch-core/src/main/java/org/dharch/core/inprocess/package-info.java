/**
 * Manager and nodes in one JVM: the transport behind {@code memory:} URIs ({@link
 * org.dharch.core.inprocess.InMemoryTransport}), and the request's own thread lent to its handlers
 * ({@link org.dharch.core.inprocess.CallerRuns}).
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}, {@code spi}. A reader goes on
 * with {@code org.dharch.core.node}.
 */
package org.dharch.core.inprocess;
