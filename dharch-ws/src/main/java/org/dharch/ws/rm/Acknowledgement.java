package org.dharch.ws.rm;

/**
 * What a sink says that it has, in a SequenceAcknowledgement: only what is kept, or was delivered.
 *
 * @param ranges every number so far; none says None in 1.1
 * @param isFinal no further number will be taken (1.1)
 */
public record Acknowledgement(SequenceId sequence, Ranges ranges, boolean isFinal) {}
