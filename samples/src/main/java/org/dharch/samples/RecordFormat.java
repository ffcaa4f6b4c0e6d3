package org.dharch.samples;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The record formats of sources, one record per line. */
public enum RecordFormat {
  /** {@code 1234567890;31.12.2026;1.234,56;EUR}. */
  SEMICOLONS("dd.MM.uuuu") {
    @Override
    Entry entry(String line) {
      String[] f = line.split(";", -1);
      return entry(f[0], f[1], f[2].replace(".", "").replace(',', '.'), f[3]);
    }

    @Override
    String line(Entry e) {
      String amount = String.format(Locale.GERMANY, "%,.2f", e.amount());
      return String.join(";", e.account(), date(e), amount, e.currency());
    }
  },

  /** {@code 123456789020261231000000123456EUR}: ten, eight, twelve and three characters, cents. */
  COLUMNS("uuuuMMdd") {
    @Override
    Entry entry(String line) {
      String cents = line.substring(18, 30);
      String amount = cents.substring(0, 10) + "." + cents.substring(10);
      return entry(line.substring(0, 10), line.substring(10, 18), amount, line.substring(30));
    }

    @Override
    String line(Entry e) {
      long cents = e.amount().movePointRight(2).longValueExact();
      return e.account() + date(e) + String.format(Locale.ROOT, "%012d", cents) + e.currency();
    }
  },

  /** {@code a=1234567890|d=12/31/2026|m=1,234.56|c=USD}. */
  PAIRS("MM/dd/uuuu") {
    @Override
    Entry entry(String line) {
      String[] f = line.split("\\|", -1);
      String amount = f[2].substring(2).replace(",", "");
      return entry(f[0].substring(2), f[1].substring(2), amount, f[3].substring(2));
    }

    @Override
    String line(Entry e) {
      String amount = String.format(Locale.ROOT, "%,.2f", e.amount());
      return "a=" + e.account() + "|d=" + date(e) + "|m=" + amount + "|c=" + e.currency();
    }
  };

  private final DateTimeFormatter dates;

  RecordFormat(String dates) {
    this.dates = DateTimeFormatter.ofPattern(dates, Locale.ROOT);
  }

  /** One record in any format; an amount has two decimals. */
  public record Entry(String account, LocalDate date, BigDecimal amount, String currency) {}

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the format of that name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the names
   */
  static RecordFormat of(String text) {
    return Arrays.stream(values())
        .filter(each -> each.text().equals(text))
        .findAny()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "format must be one of "
                        + Arrays.stream(values()).map(RecordFormat::text).toList()
                        + " (got '"
                        + text
                        + "')"));
  }

  abstract Entry entry(String line);

  abstract String line(Entry entry);

  String date(Entry entry) {
    return dates.format(entry.date());
  }

  Entry entry(String account, String date, String amount, String currency) {
    return new Entry(account, LocalDate.parse(date, dates), new BigDecimal(amount), currency);
  }

  /**
   * Parses {@code text}.
   *
   * @throws IllegalArgumentException naming the invalid line
   */
  List<Entry> read(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String line : text.split("\n", -1)) {
      try {
        entries.add(entry(line));
      } catch (IndexOutOfBoundsException | NumberFormatException | DateTimeException e) {
        throw new IllegalArgumentException(
            "line " + (entries.size() + 1) + " is no record in format " + text() + ": " + e, e);
      }
    }
    return entries;
  }

  /** Formats {@code entries}, compressed and in base64. */
  public String pack(List<Entry> entries) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      String text = String.join("\n", entries.stream().map(this::line).toList());
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  static String unpack(String base64, int maxBytes) {
    byte[] packed = Base64.getMimeDecoder().decode(base64);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] bytes = in.readNBytes(maxBytes + 1);
      if (bytes.length > maxBytes) {
        throw new IllegalArgumentException("the result must have at most " + maxBytes + " bytes");
      }
      return new String(bytes, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new IllegalArgumentException("not compressed with gzip: " + e.getMessage(), e);
    }
  }
}
