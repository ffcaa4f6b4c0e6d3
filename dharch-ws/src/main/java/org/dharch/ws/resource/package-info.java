/**
 * WS-Resource Framework 1.2 (OASIS): the properties of resources, their queries, changes and
 * lifetimes ({@link org.dharch.ws.resource.ResourceProcessor}), and where they are kept ({@link
 * org.dharch.ws.resource.ResourceStore}). No thread, no socket; the time is the store's.
 *
 * <p>May see: {@code org.dharch.ws}, {@code .soap}, {@code .addressing}, {@code .jdbc}, and {@code
 * org.dharch.core.xpath}. A reader begins with {@code ResourceProcessor}, and goes on with {@code
 * ResourceOperations}.
 */
package org.dharch.ws.resource;
