package org.dharch.core.execution;

/**
 * The progress of one branch of the current stage.
 *
 * @param position the number of its current stage, from 0; the number of its stages at its end
 * @param version the branch's message
 */
record BranchProgress(int position, MessageVersion version) {}
