/**
 * Fuzzing: each target gives bytes from outside to what reads them, and says what may come of it.
 *
 * <p>May see: whatever it tries. A reader goes on with docs/testing.md, "Fuzzing".
 */
package org.dharch.fuzz;
