/**
 * What every store in a data base needs, whatever it keeps: where it is ({@link
 * org.dharch.ws.jdbc.Database}), which version its tables have, one connection's statements and
 * transactions ({@link org.dharch.ws.jdbc.Session}), and a bounded number of connections on which
 * transactions are tried again ({@link org.dharch.ws.jdbc.Sessions}). SQLite and PostgreSQL.
 *
 * <p>May see: {@code org.dharch.core.message}. A reader goes on with {@code org.dharch.ws.rm.store}
 * or {@code org.dharch.ws.resource}.
 */
package org.dharch.ws.jdbc;
