package org.dharch.samples.findroute;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * An entry of an address book. An address is derived from the name alone, so every name has one,
 * and a client can check the directions. Immutable.
 */
public record Address(String name, String phone, String street, Place place) {
  private static final List<String> CITIES =
      List.of("Pune", "Delhi", "Mumbai", "Chennai", "Kolkata", "Nagpur", "Jaipur", "Surat");
  private static final int LOWEST_ZIP = 100_000;
  private static final int ZIPS = 900_000;

  public static Address of(String name) {
    CRC32 sum = new CRC32();
    sum.update(name.getBytes(StandardCharsets.UTF_8));
    long number = sum.getValue();
    return new Address(
        name,
        "+91 " + (LOWEST_ZIP + number % 899_981),
        number % 99 + 1 + " Station Road",
        new Place(
            CITIES.get((int) (number % CITIES.size())), Long.toString(LOWEST_ZIP + number % ZIPS)));
  }
}
