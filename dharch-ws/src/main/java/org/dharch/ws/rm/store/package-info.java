/**
 * Where sequences and their messages are kept: in memory, in a SQLite file, in a PostgreSQL that
 * several nodes share ({@link org.dharch.ws.rm.store.RmStore}). A transaction is a {@link
 * org.dharch.ws.rm.store.RmTransaction}; what several threads bring is committed together.
 *
 * <p>May see: {@code org.dharch.ws.jdbc}, {@code org.dharch.ws.rm}. A reader goes on with {@code
 * org.dharch.ws.rm.engine}.
 */
package org.dharch.ws.rm.store;
