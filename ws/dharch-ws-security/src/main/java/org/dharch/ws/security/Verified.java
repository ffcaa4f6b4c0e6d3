package org.dharch.ws.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of the verification of a message.
 *
 * @param principal the sender; empty if it was only encrypted
 * @param signed the parts that one signature covers, as named in parameters
 * @param created its creation time, as stated in the message
 * @param replayKeys its replay keys
 */
record Verified(
    Optional<String> principal,
    List<String> signed,
    Optional<Instant> created,
    List<String> replayKeys) {}
