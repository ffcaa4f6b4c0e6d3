/**
 * The Axiom tree of one envelope. {@link org.dharch.handlers.axis2.tree.TrackedEnvelope} parses it
 * on first access and finds the changes that a handler made.
 */
package org.dharch.handlers.axis2.tree;
