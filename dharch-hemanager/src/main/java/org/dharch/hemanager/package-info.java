/**
 * Handler Execution Manager (seed 000, section 3.1.3): runs a node as its node document describes.
 *
 * <pre>
 *  node document -&gt; NodeDescription -&gt; HEManager -&gt; HandlerNode (org.dharch.core.node)
 *                       HostedHandlers: Resources, and for each folder
 *                       HostedFolder, which makes a new FolderGeneration when its jars change
 *                       FolderLoader, HandlerClasses: the class and its HandlerKind
 * </pre>
 *
 * <table>
 * <caption>Packages, each depends only on those above it</caption>
 * <tr><td>{@code document}</td><td>the parsed node document</td></tr>
 * <tr><td>{@code naming}</td><td>JNDI for handlers</td></tr>
 * <tr><td>{@code loading}</td><td>class loaders, and the checks of handler classes</td></tr>
 * <tr><td>{@code resources}</td><td>resources that handlers share</td></tr>
 * <tr><td>{@code reload}</td><td>the handlers of a folder and their replacement</td></tr>
 * </table>
 *
 * <p>Kinds of handlers other than native are services of {@link org.dharch.core.spi.HandlerKind},
 * such as the one of dharch-handlers-axis2. {@code HEManagerPackagesTest} holds the permitted
 * dependencies. See docs/node-document.md and docs/handler-authors.md.
 */
package org.dharch.hemanager;
