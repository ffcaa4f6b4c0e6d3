/**
 * Manager and nodes in one JVM: the transport behind {@code memory:} URIs ({@link
 * org.dharch.core.inprocess.InMemoryTransport}).
 *
 * <p>May see: {@code org.dharch.api}, {@code message}, {@code wire}, {@code spi}. Read next: {@code
 * org.dharch.core.node}.
 */
package org.dharch.core.inprocess;
