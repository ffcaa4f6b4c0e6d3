/**
 * The ground: one SOAP message and what is said of it. Its bytes: reading, parts, difference and
 * merge ({@link org.dharch.core.message.Envelopes}, {@link org.dharch.core.message.Merge}); how it
 * comes in ({@link org.dharch.core.message.Submission}, {@link org.dharch.core.message.Admission}),
 * how it ends ({@link org.dharch.core.message.Outcome}, {@link org.dharch.core.message.Fault}) and
 * what happened to it meanwhile ({@link org.dharch.core.message.Timeline}).
 *
 * <p>May see: {@code org.dharch.api}. A reader goes on with {@code org.dharch.core.wire}, how parts
 * of it travel, or {@code org.dharch.core.execution}, what is done with it.
 */
package org.dharch.core.message;
