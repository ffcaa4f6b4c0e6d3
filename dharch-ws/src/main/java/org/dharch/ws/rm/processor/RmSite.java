package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmEngine;

/**
 * What processors of one node's messages have in common. Safe for any thread.
 *
 * @param outbox what the engine wants sent goes there
 */
public record RmSite(RmEngine engine, RmAgreement agreement, RmOutbox outbox) {}
