/**
 * Derives the best stages of an orchestration's handlers from what they declare to read and write,
 * the policy and their measured times (seed 000, section 3, equations 1 to 7). Pure: nothing is
 * run, read or written.
 */
package org.dharch.core.planner;
