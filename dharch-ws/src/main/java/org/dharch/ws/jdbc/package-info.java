/**
 * The common base of database stores: location ({@link org.dharch.ws.jdbc.Database}), schema
 * version, statements and transactions of a connection ({@link org.dharch.ws.jdbc.Session}), and a
 * bounded pool with retries ({@link org.dharch.ws.jdbc.Sessions}). Supports SQLite and PostgreSQL.
 *
 * <p>May use: {@code org.dharch.core.message}. Read {@code org.dharch.ws.rm.store} or {@code
 * org.dharch.ws.resource} next.
 */
package org.dharch.ws.jdbc;
