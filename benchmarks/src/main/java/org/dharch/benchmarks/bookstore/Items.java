package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.axiom.om.OMElement;

/** Operations on the inventory. Stateless. */
final class Items {
  private static final String COLUMNS =
      "i_id, i_title, i_author, i_publisher, i_subject, i_published, i_description, i_retail,"
          + " i_cost, i_isbn, i_pages, i_backing, i_dimensions, i_available, s_quantity";

  private Items() {}

  static OMElement newProducts(Connection connection, OMElement request) throws SQLException {
    List<Integer> found = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "select i_id from item where i_subject = ? and i_published >= ? order by i_published,"
                + " i_id limit ?")) {
      select.setInt(1, Xml.number(request, "subject"));
      select.setDate(2, Date.valueOf(LocalDate.parse(Xml.text(request, "since"))));
      select.setInt(3, Xml.number(request, "limit"));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getInt(1));
        }
      }
    }
    return details(connection, request, found);
  }

  static OMElement detail(Connection connection, OMElement request) throws SQLException {
    List<Integer> wanted = new ArrayList<>();
    for (OMElement each : Xml.all(request, "item")) {
      wanted.add(Integer.valueOf(each.getText()));
    }
    return details(connection, request, wanted);
  }

  /** Reads each item by its key, one after the other, as such a shop does everywhere. */
  private static OMElement details(Connection connection, OMElement request, List<Integer> items)
      throws SQLException {
    OMElement answer = Xml.answer(request);
    try (PreparedStatement select =
        connection.prepareStatement(
            "select " + COLUMNS + " from item join stock on s_item = i_id where i_id = ?")) {
      for (int item : items) {
        select.setInt(1, item);
        try (ResultSet row = select.executeQuery()) {
          Rows.find(row, "item", item);
          item(answer, row);
        }
      }
    }
    return answer;
  }

  static OMElement change(Connection connection, OMElement request) throws SQLException {
    int item = Xml.number(request, "item");
    int cost = Xml.number(request, "cost");
    try (PreparedStatement update =
        connection.prepareStatement(
            "update item set i_cost = ?, i_available = current_date where i_id = ? returning"
                + " i_isbn")) {
      update.setInt(1, cost);
      update.setInt(2, item);
      try (ResultSet row = update.executeQuery()) {
        Rows.find(row, "item", item);
        OMElement answer = Xml.answer(request);
        return Xml.add(Xml.add(answer, "isbn", row.getString(1)), "cost", cost);
      }
    }
  }

  private static void item(OMElement answer, ResultSet row) throws SQLException {
    OMElement item = Xml.add(answer, "item");
    Xml.add(item, "isbn", row.getString(10));
    Xml.add(item, "title", row.getString(2));
    Xml.add(item, "author", row.getString(3));
    Xml.add(item, "publisher", row.getString(4));
    Xml.add(item, "subject", row.getInt(5));
    Xml.add(item, "published", row.getDate(6).toLocalDate());
    Xml.add(item, "description", row.getString(7));
    Xml.add(item, "retail", row.getInt(8));
    Xml.add(item, "cost", row.getInt(9));
    Xml.add(item, "pages", row.getInt(11));
    Xml.add(item, "backing", row.getString(12));
    Xml.add(item, "dimensions", row.getString(13));
    Xml.add(item, "available", row.getDate(14).toLocalDate());
    Xml.add(item, "stock", row.getInt(15));
  }
}
