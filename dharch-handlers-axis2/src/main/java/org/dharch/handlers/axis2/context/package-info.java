/**
 * The Axis2 contexts and descriptions that a handler receives on a node. {@code NodeMessageContext}
 * and the other {@code Node} classes replace those of the container. {@code Unavailable} lists what
 * a node does not provide, and {@code Absence} reports its use to the handler.
 */
package org.dharch.handlers.axis2.context;
