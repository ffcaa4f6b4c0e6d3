package org.dharch.benchmarks.bookstore;

import java.time.LocalDate;

/**
 * The contents of the rows as functions of their keys, so that a client can check an answer. The
 * SQL that fills the tables uses the same functions.
 */
final class Catalog {
  /** The namespace of every message. */
  static final String NAMESPACE = "urn:dharch:bookstore";

  static final int SUBJECTS = 20;

  /** The publication dates are spread over this many days. */
  static final int DAYS = 10_000;

  static final LocalDate FIRST = LocalDate.of(1995, 1, 1);

  private static final long ISBN_BASE = 9_780_000_000_000L;
  private static final int ISBN_STEP = 7;
  private static final int DATE_STEP = 7919; // a prime, so that neighbors have different dates

  private Catalog() {}

  static String isbn(int item) {
    return Long.toString(ISBN_BASE + (long) item * ISBN_STEP);
  }

  /** Returns the item with this ISBN. */
  static int itemOf(String isbn) {
    return (int) ((Long.parseLong(isbn) - ISBN_BASE) / ISBN_STEP);
  }

  static int subject(int item) {
    return item % SUBJECTS;
  }

  static LocalDate published(int item) {
    return FIRST.plusDays((long) item * DATE_STEP % DAYS);
  }

  static int descriptionLength(int item) {
    return 100 + item * 37 % 400;
  }

  /** Returns the discount in percent of the price of an order line, also for a new customer. */
  static int discount(int customer) {
    return customer % 10;
  }

  static String itemsSql(int items) {
    return "insert into item select i, 'Title ' || i, 'Author ' || (i % 5000), 'Publisher ' || (i %"
        + " 500), i % "
        + SUBJECTS
        + ", date '"
        + FIRST
        + "' + (i::bigint * "
        + DATE_STEP
        + " % "
        + DAYS
        + ")::int, substr(repeat(md5(i::text), 16), 1, 100 + i * 37 % 400), 1000 + i % 5000, 500 +"
        + " i % 4000, ("
        + ISBN_BASE
        + " + i::bigint * "
        + ISBN_STEP
        + ")::text, 50 + i % 900, 'PAPERBACK', '21 x 13 x 3', date '"
        + FIRST
        + "' + (i::bigint * "
        + DATE_STEP
        + " % "
        + DAYS
        + ")::int + 30 from generate_series(1, "
        + items
        + ") i";
  }
}
