/**
 * The context of one message, the event loop, and the state that several of the manager's packages
 * share.
 *
 * <p>May see: {@code org.dharch.api}, {@code config}, {@code execution}, {@code execution.event},
 * {@code execution.progress}, {@code flow}, {@code message}, {@code metrics}, {@code
 * orchestration}, {@code orchestration.rule}, {@code spi}, {@code text}, {@code view}, {@code
 * wire}. Next: {@link org.dharch.core.context.DHMContext} and {@link
 * org.dharch.core.context.Conductor}.
 */
package org.dharch.core.context;
