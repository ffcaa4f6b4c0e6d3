/**
 * Runs unchanged handlers of Axis 1.4 on a node. Its jar belongs in the handlers folder, with those
 * of Axis, which are not part of DHArch.
 *
 * <pre>
 *  HEManager -> AxisKind: accepts or rejects the class -> AxisHandler, one per handler
 *  message -> NodeContext, at a NodeEngine, filled by ContextValues -> the handler
 *          -> Changes
 * </pre>
 *
 * <p>{@code Absent} lists the parts of the container that a node lacks. Depends on {@code
 * org.dharch.api} and the core's {@code message} and {@code spi}. Start with {@code AxisHandler}
 * and docs/handler-authors.md.
 */
package org.dharch.axis1;
