package org.dharch.ws.rm.processor;

import java.time.InstantSource;
import org.dharch.ws.rm.engine.RmEngine;

/**
 * What processors of one node's messages have in common. Safe for any thread.
 *
 * @param outbox what the engine wants sent goes there
 * @param clock this host's, which is taken for the store's where a message says how long something
 *     is to last
 */
public record RmSite(
    RmEngine engine, RmAgreement agreement, RmOutbox outbox, InstantSource clock) {}
