package org.dharch.ws.rm;

/**
 * The messages that a sink has stored or delivered, as a SequenceAcknowledgement reports them.
 *
 * @param ranges all numbers received so far; 1.1 reports an empty set as None
 * @param isFinal whether no further number will be accepted (1.1)
 */
public record Acknowledgement(SequenceId sequence, Ranges ranges, boolean isFinal) {}
