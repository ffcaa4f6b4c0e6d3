/**
 * What a handler is written against, and all that it needs: {@link org.dharch.api.DHHandler} is
 * what it implements, {@link org.dharch.api.HandlerMessage} what it is given, {@link
 * org.dharch.api.Changes} what it answers, {@link org.dharch.api.Emitter} what takes the messages
 * that it sends of its own accord. Nothing here depends on anything but the JDK. An Axis2 handler
 * needs none of it: it runs as it is.
 *
 * <p>May see: nothing of DHArch. A reader goes on with docs/handler-authors.md, or with {@code
 * org.dharch.core.node}, which calls handlers.
 */
package org.dharch.api;
