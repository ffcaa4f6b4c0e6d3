/**
 * The foundation: short texts for logs and errors, and log lines that repeat.
 *
 * <p>May see: nothing.
 */
package org.dharch.core.text;
