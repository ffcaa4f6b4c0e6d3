/**
 * Runs handlers of Axis 1.4 on a node, unchanged. Its jar lies in the handlers folder, with Axis'
 * own, which DHArch does not bring.
 *
 * <pre>
 *  HEManager -> AxisKind: takes the class, or says why not -> AxisHandler, one per handler
 *  message -> NodeContext, at a NodeEngine, with what ContextValues puts there -> the handler
 *          -> Changes
 * </pre>
 *
 * <p>What of the container is not on a node is listed in {@code Absent}. May see: {@code
 * org.dharch.api}, and of the core {@code message}, {@code spi}. A reader begins with {@code
 * AxisHandler}, and has docs/handler-authors.md.
 */
package org.dharch.axis1;
