/**
 * The complete API for handler authors: a handler implements {@link org.dharch.api.DHHandler},
 * receives a {@link org.dharch.api.HandlerMessage}, returns {@link org.dharch.api.Changes} and
 * sends messages of its own through {@link org.dharch.api.Emitter}. It depends only on the JDK. An
 * Axis2 handler does not need it: it runs unchanged.
 *
 * <p>May see: nothing of DHArch. Read next: docs/handler-authors.md, or {@code
 * org.dharch.core.node}, which calls handlers.
 */
package org.dharch.api;
