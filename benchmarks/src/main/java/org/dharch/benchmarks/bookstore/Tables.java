package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Creates and fills the tables of the bookstore. Amounts are in cents. */
final class Tables {
  private static final int LINES_EACH = 5;

  /** The total price of these lines. */
  private static final int TOTAL = 11_000;

  private static final List<String> SCHEMA =
      List.of(
          "create table item (i_id int not null, i_title text not null, i_author text not null,"
              + " i_publisher text not null, i_subject int not null, i_published date not null,"
              + " i_description text not null, i_retail int not null, i_cost int not null, i_isbn"
              + " text not null, i_pages int not null, i_backing text not null, i_dimensions text"
              + " not null, i_available date not null)",
          "create table stock (s_item int not null, s_quantity int not null) with"
              + " (fillfactor = 70)",
          "create table customer (c_id serial, c_name text not null, c_address text not null,"
              + " c_email text not null, c_payment text not null, c_account text not null,"
              + " c_discount int not null, c_spent bigint not null, c_since timestamptz not null)"
              + " with (fillfactor = 80)",
          "create table orders (o_id serial, o_customer int not null, o_placed timestamptz not"
              + " null, o_total bigint not null, o_status text not null, o_address text not null)",
          "create table order_line (l_order int not null, l_number int not null, l_item int not"
              + " null, l_quantity int not null, l_price int not null, l_comment text not null)",
          "create table takings (t_day date primary key, t_orders bigint not null, t_total bigint"
              + " not null) with (fillfactor = 20)");

  private static final List<String> KEYS =
      List.of(
          "alter table item add primary key (i_id)",
          "create index item_new on item (i_subject, i_published)",
          "alter table stock add primary key (s_item)",
          "alter table customer add primary key (c_id)",
          "alter table orders add primary key (o_id)",
          "create index orders_of on orders (o_customer, o_id)",
          "alter table order_line add primary key (l_order, l_number)");

  private Tables() {}

  static void fill(Connection connection, Scale scale) throws SQLException {
    int orders = scale.customers() * scale.ordersEach();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("set synchronous_commit = off");
      for (String sql : SCHEMA) {
        statement.execute(sql);
      }
      statement.execute(Catalog.itemsSql(scale.items()));
      statement.execute(
          "insert into stock select i, 1000 from generate_series(1, " + scale.items() + ") i");
      statement.execute(
          "insert into customer select c, 'Customer ' || c, c || ' Main Street, Saskatoon', 'c' ||"
              + " c || '@example.org', 'CARD', lpad(c::text, 16, '4'), c % 10, 0, now() from"
              + " generate_series(1, "
              + scale.customers()
              + ") c");
      statement.execute(
          "insert into orders select o, c, now() - interval '1 day', "
              + TOTAL
              + " - "
              + TOTAL
              + " * (c % 10) / 100, 'SHIPPED', o || ' Main Street, Saskatoon' from (select o, 1 + o"
              + " % "
              + scale.customers()
              + " as c from generate_series(1, "
              + orders
              + ") o) x");
      statement.execute(
          "insert into order_line select o, l, 1 + (o::bigint * 31 + l * 17) % "
              + scale.items()
              + ", 1 + l % 3, 1000, 'no comment' from generate_series(1, "
              + orders
              + ") o, generate_series(1, "
              + LINES_EACH
              + ") l");
      for (String sql : KEYS) {
        statement.execute(sql);
      }
      statement.execute("select setval('customer_c_id_seq', " + scale.customers() + ")");
      statement.execute("select setval('orders_o_id_seq', " + orders + ")");
    }
    connection.commit();
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute("vacuum full analyze");
      statement.execute("checkpoint");
    }
  }
}
