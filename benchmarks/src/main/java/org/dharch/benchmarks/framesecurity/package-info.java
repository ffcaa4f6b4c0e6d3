/**
 * The cost of signed or encrypted frames, relative to unprotected frames.
 *
 * <p>Depends on the harness, the measured code, and the transport's classes for benchmarks.
 */
package org.dharch.benchmarks.framesecurity;
