/**
 * Class loaders of handler folders. Finds, checks and instantiates handler classes by their {@link
 * org.dharch.core.spi.HandlerKind}.
 */
package org.dharch.hemanager.loading;
