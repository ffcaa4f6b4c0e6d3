/**
 * The nodes that a manager knows, and the choice of a node for a task.
 *
 * <p>May see: {@code config}, {@code context}, {@code execution}, {@code execution.event}, {@code
 * flow}, {@code message}, {@code orchestration}, {@code orchestration.rule}, {@code spi}, {@code
 * text}, {@code view}, {@code wire}. Next: {@link org.dharch.core.placement.NodeDirectory}.
 */
package org.dharch.core.placement;
