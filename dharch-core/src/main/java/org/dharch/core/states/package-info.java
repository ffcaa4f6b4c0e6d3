/**
 * Declares state machines as total tables, from which documentation is generated ({@link
 * org.dharch.core.states.TransitionTable}).
 *
 * <p>May see: nothing.
 */
package org.dharch.core.states;
