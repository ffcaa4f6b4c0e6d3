/**
 * WS-Resource Framework 1.2 (OASIS): properties, queries, changes and lifetimes of resources
 * ({@link org.dharch.ws.resource.ResourceProcessor}), and stores ({@link
 * org.dharch.ws.resource.ResourceStore}). Owns no thread or socket; uses the store's time.
 *
 * <p>May use: {@code org.dharch.ws}, {@code .soap}, {@code .addressing}, {@code .jdbc}, and {@code
 * org.dharch.core.xpath}. Start with {@code ResourceProcessor}.
 */
package org.dharch.ws.resource;
