/**
 * What it costs that frames are sealed, or encrypted, beside frames that anybody could make.
 *
 * <p>May see: the harness, what is measured, and the transport's door for benchmarks.
 */
package org.dharch.benchmarks.framesecurity;
