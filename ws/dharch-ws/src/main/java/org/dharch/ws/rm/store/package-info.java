/**
 * Stores of sequences and their messages ({@link org.dharch.ws.rm.store.RmStore}): in memory, in a
 * SQLite file, or in a PostgreSQL database that nodes share.
 *
 * <p>May use: {@code org.dharch.ws.jdbc}, {@code org.dharch.ws.rm}. Read {@code
 * org.dharch.ws.rm.engine} next.
 */
package org.dharch.ws.rm.store;
