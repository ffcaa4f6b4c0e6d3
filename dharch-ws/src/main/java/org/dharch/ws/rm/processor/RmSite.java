package org.dharch.ws.rm.processor;

import org.dharch.ws.rm.engine.RmEngine;

/**
 * The shared objects of the processors of one node. Thread-safe.
 *
 * @param outbox receives the emissions of the engine
 */
public record RmSite(RmEngine engine, RmAgreement agreement, RmOutbox outbox) {}
