package org.dharch.ws.security;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a message has turned out to be.
 *
 * @param principal who sent it; empty if it only was encrypted
 * @param signed the parts that one signature is over, as they are named in parameters
 * @param created when it was, as it says
 * @param once what may not come again
 */
record Verified(
    Optional<String> principal,
    List<String> signed,
    Optional<Instant> created,
    List<String> once) {}
