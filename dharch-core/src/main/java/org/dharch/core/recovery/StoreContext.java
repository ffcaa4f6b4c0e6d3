package org.dharch.core.recovery;

import org.dharch.core.execution.progress.ProgressFormat;
import org.dharch.core.metrics.Counters;
import org.dharch.core.spi.Ticker;
import org.dharch.core.store.MessageStore;

/**
 * The collaborators that the parts of {@link StoreAgent} share.
 *
 * @param ticker the manager's clock
 * @param wake wakes the store's thread
 */
record StoreContext(
    MessageStore store, ProgressFormat format, Counters counters, Ticker ticker, Runnable wake) {}
