/**
 * Read-only results of the manager's queries. Immutable.
 *
 * <p>May see: {@code org.dharch.api}, {@code execution.progress}, {@code message}, {@code store},
 * {@code wire}. Next: {@link org.dharch.core.view.MessageProgress}.
 */
package org.dharch.core.view;
