/**
 * Handler Execution Manager (seed 000, section 3.1.3): makes a node of a node document. It loads
 * handlers from folders of jars, each with its own class loader, native ones, Axis2's, which run
 * unchanged behind an adapter, and those of each {@code HandlerKind} that is found.
 *
 * <pre>
 *  node document -> NodeDescription -> HEManager -> HandlerNode (org.dharch.core.node)
 *                       HostedHandlers: Resources, and folder by folder
 *                       HostedFolder, which makes a new FolderGeneration when its jars change
 *                       FolderLoader, HandlerClasses: a class, told apart by what it implements
 *                       native: as it is        Axis2: Axis2Handler
 *  envelope -> EnvelopeReader -> MessageContext -> the handler -> TrackedEnvelope -> Changes
 * </pre>
 *
 * <p>An Axis2 handler finds {@code NodeMessageContext} and, above it, the other {@code Node}
 * classes in the place of its container's; {@code MessageContextProperties}, {@code HttpHeaders}
 * and {@code WsaOptions} carry what travels between them and the message's properties. What is not
 * on a node is listed in {@code Unavailable}, and {@code Absence} says so to the handler: when the
 * node starts, if {@code ClassNeeds} finds it in the class file, or when it asks.
 *
 * <p>May see: {@code org.dharch.api}, and of the core what a node needs; never the manager, nor a
 * gateway. A reader begins with {@link org.dharch.hemanager.HEManager}, and has
 * docs/node-document.md and docs/handler-authors.md.
 */
package org.dharch.hemanager;
