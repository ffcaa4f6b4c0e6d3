/**
 * Fuzzing: each target passes external bytes to the code that reads them, and checks the result.
 *
 * <p>Depends on any fuzzed code. See docs/testing.md, "Fuzzing".
 */
package org.dharch.fuzz;
