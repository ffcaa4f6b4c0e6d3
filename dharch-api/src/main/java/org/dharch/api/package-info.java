/**
 * The complete API for handler authors: a handler implements {@link org.dharch.api.DHHandler},
 * receives a {@link org.dharch.api.HandlerMessage}, returns {@link org.dharch.api.Changes} and
 * sends its own messages through {@link org.dharch.api.Emitter}. Depends only on the JDK. Axis2
 * handlers run unchanged and do not need it. See docs/handler-authors.md.
 */
package org.dharch.api;
