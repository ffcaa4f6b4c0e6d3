/**
 * How a state machine of DHArch is declared: one table, total, from which its page of the
 * documentation is made ({@link org.dharch.core.states.TransitionTable}). It knows no machine.
 *
 * <p>May see: nothing. A reader goes on with {@code org.dharch.core.execution}, whose two tables
 * docs/state-machines.md shows.
 */
package org.dharch.core.states;
