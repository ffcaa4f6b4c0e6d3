package org.dharch.core.execution;

/**
 * How far one branch of the stage in hand is, for another life of the manager.
 *
 * @param position which of its stages is in hand, from 0; as many as it has if it is over
 * @param version the message as its handlers have left it
 */
record BranchProgress(int position, MessageVersion version) {}
