/**
 * The common base of database stores (SQLite and PostgreSQL): location ({@link
 * org.dharch.ws.jdbc.Database}), schema version, transactions of a connection ({@link
 * org.dharch.ws.jdbc.Session}), and a bounded pool with retries ({@link
 * org.dharch.ws.jdbc.Sessions}).
 *
 * <p>May use: {@code org.dharch.core.message}. Read {@code org.dharch.ws.rm.store} or {@code
 * org.dharch.ws.resource} next.
 */
package org.dharch.ws.jdbc;
