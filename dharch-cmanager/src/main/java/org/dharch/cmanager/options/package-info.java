/**
 * Validated transport options, broker addresses, the namespace, key files and the keys derived from
 * them.
 */
package org.dharch.cmanager.options;
