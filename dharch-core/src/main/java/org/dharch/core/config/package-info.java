/**
 * The manager's configuration and its value types. Immutable.
 *
 * <p>May see: {@code org.dharch.api}, {@code execution.event}, {@code flow}, {@code spi}, {@code
 * store}. Next: {@link org.dharch.core.config.DHManagerConfig}.
 */
package org.dharch.core.config;
