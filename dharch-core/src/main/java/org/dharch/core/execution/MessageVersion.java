package org.dharch.core.execution;

import java.util.Set;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;

/**
 * A message as it was at some moment: when it was to be sent to a node, or before a sequence that
 * catches faults.
 *
 * @param envelope nobody changes it
 * @param headersChanged whether handlers had changed its header blocks by then
 * @param bodyChanged whether they had changed its body
 */
public record MessageVersion(
    byte[] envelope,
    MessageProperties properties,
    Set<HeaderRef> processed,
    boolean headersChanged,
    boolean bodyChanged) {}
