package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.axiom.om.OMElement;

/** Operations on orders. Stateless. */
final class PurchaseOrders {
  private static final int REFILL = 1000;

  private PurchaseOrders() {}

  private record Line(int number, int item, int quantity, int price, String comment) {
    long total() {
      return (long) quantity * price;
    }
  }

  /**
   * Places an order: reads the customer, takes the books of each line out of stock, inserts the
   * order, and adds it to the daily takings.
   */
  static OMElement create(Connection connection, OMElement request) throws SQLException {
    int customer = Xml.number(request, "customer");
    List<Line> lines = new ArrayList<>();
    for (OMElement each : Xml.all(request, "line")) {
      lines.add(
          new Line(
              lines.size() + 1,
              Xml.number(each, "item"),
              Xml.number(each, "quantity"),
              0,
              Xml.text(each, "comment")));
    }
    int discount = discount(connection, customer);
    // sorted by item, so that two orders never deadlock
    lines.sort(Comparator.comparingInt(Line::item));
    for (int i = 0; i < lines.size(); i++) {
      lines.set(i, removeFromStock(connection, lines.get(i)));
    }
    lines.sort(Comparator.comparingInt(Line::number));
    long sum = lines.stream().mapToLong(Line::total).sum();
    long total = sum - sum * discount / 100;
    int order = insert(connection, customer, total, Xml.text(request, "address"), lines);
    addTakings(connection, total);
    OMElement answer = Xml.answer(request);
    Xml.add(answer, "order", order);
    Xml.add(answer, "discount", discount);
    Xml.add(answer, "total", total);
    lines.forEach(line -> line(answer, line));
    return answer;
  }

  private static int discount(Connection connection, int customer) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select c_discount, c_payment, c_account from customer where c_id = ?")) {
      select.setInt(1, customer);
      try (ResultSet row = select.executeQuery()) {
        Rows.find(row, "customer", customer);
        return row.getInt(1);
      }
    }
  }

  private static Line removeFromStock(Connection connection, Line line) throws SQLException {
    int price;
    try (PreparedStatement select =
        connection.prepareStatement("select i_retail, i_available from item where i_id = ?")) {
      select.setInt(1, line.item());
      try (ResultSet row = select.executeQuery()) {
        Rows.find(row, "item", line.item());
        price = row.getInt(1);
      }
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            "update stock set s_quantity = s_quantity - ? + case when s_quantity - ? < 10 then "
                + REFILL
                + " else 0 end where s_item = ?")) {
      update.setInt(1, line.quantity());
      update.setInt(2, line.quantity());
      update.setInt(3, line.item());
      update.executeUpdate();
    }
    return new Line(line.number(), line.item(), line.quantity(), price, line.comment());
  }

  private static int insert(
      Connection connection, int customer, long total, String address, List<Line> lines)
      throws SQLException {
    int order;
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into orders (o_customer, o_placed, o_total, o_status, o_address) values (?,"
                + " now(), ?, 'PENDING', ?) returning o_id")) {
      insert.setInt(1, customer);
      insert.setLong(2, total);
      insert.setString(3, address);
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        order = row.getInt(1);
      }
    }
    try (PreparedStatement insert =
        connection.prepareStatement("insert into order_line values (?, ?, ?, ?, ?, ?)")) {
      for (Line line : lines) {
        insert.setInt(1, order);
        insert.setInt(2, line.number());
        insert.setInt(3, line.item());
        insert.setInt(4, line.quantity());
        insert.setInt(5, line.price());
        insert.setString(6, line.comment());
        insert.executeUpdate();
      }
    }
    return order;
  }

  /** Adds to the daily takings, last before the commit, because all orders update this row. */
  private static void addTakings(Connection connection, long total) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "insert into takings values (current_date, 1, ?) on conflict (t_day) do update set"
                + " t_orders = takings.t_orders + 1, t_total = takings.t_total +"
                + " excluded.t_total")) {
      upsert.setLong(1, total);
      upsert.executeUpdate();
    }
  }

  /** Returns the newest orders of a customer, with their lines. */
  static OMElement status(Connection connection, OMElement request) throws SQLException {
    OMElement answer = Xml.answer(request);
    try (PreparedStatement orders =
            connection.prepareStatement(
                "select o_id, o_customer, o_placed, o_total, o_status, o_address from orders where"
                    + " o_customer = ? order by o_id desc limit ?");
        PreparedStatement lines =
            connection.prepareStatement(
                "select l_number, l_item, l_quantity, l_price, l_comment, i_title, i_author from"
                    + " order_line join item on i_id = l_item where l_order = ? order by"
                    + " l_number")) {
      orders.setInt(1, Xml.number(request, "customer"));
      orders.setInt(2, Xml.number(request, "orders"));
      try (ResultSet row = orders.executeQuery()) {
        while (row.next()) {
          OMElement order = Xml.add(answer, "order");
          Xml.add(order, "id", row.getInt(1));
          Xml.add(order, "customer", row.getInt(2));
          Xml.add(order, "placed", row.getTimestamp(3).toInstant());
          Xml.add(order, "total", row.getLong(4));
          Xml.add(order, "status", row.getString(5));
          Xml.add(order, "address", row.getString(6));
          lines.setInt(1, row.getInt(1));
          try (ResultSet each = lines.executeQuery()) {
            while (each.next()) {
              Line line =
                  new Line(
                      each.getInt(1),
                      each.getInt(2),
                      each.getInt(3),
                      each.getInt(4),
                      each.getString(5));
              OMElement element = line(order, line);
              Xml.add(element, "title", each.getString(6));
              Xml.add(element, "author", each.getString(7));
            }
          }
        }
      }
    }
    return answer;
  }

  private static OMElement line(OMElement parent, Line line) {
    OMElement element = Xml.add(parent, "line");
    Xml.add(element, "item", line.item());
    Xml.add(element, "quantity", line.quantity());
    Xml.add(element, "price", line.price());
    Xml.add(element, "comment", line.comment());
    return element;
  }
}
