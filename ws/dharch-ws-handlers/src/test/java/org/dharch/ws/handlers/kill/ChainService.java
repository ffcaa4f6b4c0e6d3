package org.dharch.ws.handlers.kill;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.dharch.api.SoapProperties;
import org.dharch.ws.rm.store.OncePerKey;

/**
 * The service at the end: writes down in a data base of its own what it is given, once per key, and
 * how often something came again. One call at a time.
 */
public final class ChainService {
  /** The system property that names its data base. */
  static final String DATABASE = "chain.database";

  static final String NAMESPACE = "urn:dharch:chain";

  private static final Object ONE_AT_A_TIME = new Object();

  /** Axis2 makes it. */
  public ChainService() {}

  static Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("journal_mode", "WAL");
    properties.setProperty("synchronous", "FULL");
    properties.setProperty("busy_timeout", "10000");
    Connection connection = DriverManager.getConnection(url, properties);
    OncePerKey.createTable(connection);
    try (Statement statement = connection.createStatement()) {
      for (String table : new String[] {"taken", "again"}) {
        statement.execute(
            "CREATE TABLE IF NOT EXISTS "
                + table
                + " (nth INTEGER PRIMARY KEY AUTOINCREMENT, rm_key VARCHAR(400) NOT NULL,"
                + " text VARCHAR(100) NOT NULL)");
      }
    }
    return connection;
  }

  /** A one-way message. */
  public void note(OMElement request) throws AxisFault {
    Object key = MessageContext.getCurrentMessageContext().getProperty(SoapProperties.DELIVERY_KEY);
    if (!(key instanceof String name)) {
      throw new AxisFault("it came without a key");
    }
    String text = request.getFirstElement().getText();
    synchronized (ONE_AT_A_TIME) {
      try (Connection connection = open(System.getProperty(DATABASE))) {
        connection.setAutoCommit(false);
        boolean isFirst =
            OncePerKey.run(connection, name, within -> write(within, "taken", name, text));
        if (!isFirst) {
          write(connection, "again", name, text);
        }
        connection.commit();
      } catch (SQLException e) {
        throw AxisFault.makeFault(e);
      }
    }
  }

  private static void write(Connection connection, String table, String key, String text)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " (rm_key, text) VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, text);
      insert.executeUpdate();
    }
  }
}
