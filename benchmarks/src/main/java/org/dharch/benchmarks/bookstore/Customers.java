package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.axiom.om.OMElement;

/** Operations on customers. Stateless. */
final class Customers {
  private Customers() {}

  static OMElement create(Connection connection, OMElement request) throws SQLException {
    String name = Xml.text(request, "name");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into customer (c_name, c_address, c_email, c_payment, c_account, c_discount,"
                + " c_spent, c_since) values (?, ?, ?, ?, ?, 0, 0, now()) returning c_id")) {
      insert.setString(1, name);
      insert.setString(2, Xml.text(request, "address"));
      insert.setString(3, Xml.text(request, "email"));
      insert.setString(4, Xml.text(request, "payment"));
      insert.setString(5, Xml.text(request, "account"));
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        OMElement answer = Xml.answer(request);
        return Xml.add(Xml.add(answer, "customer", row.getInt(1)), "name", name);
      }
    }
  }

  static OMElement changePayment(Connection connection, OMElement request) throws SQLException {
    int customer = Xml.number(request, "customer");
    String payment = Xml.text(request, "payment");
    try (PreparedStatement update =
        connection.prepareStatement(
            "update customer set c_payment = ?, c_account = ? where c_id = ? returning c_name")) {
      update.setString(1, payment);
      update.setString(2, Xml.text(request, "account"));
      update.setInt(3, customer);
      try (ResultSet row = update.executeQuery()) {
        Rows.find(row, "customer", customer);
        OMElement answer = Xml.answer(request);
        Xml.add(answer, "customer", customer);
        Xml.add(answer, "name", row.getString(1));
        return Xml.add(answer, "payment", payment);
      }
    }
  }
}
