package org.dharch.hemanager.document;

import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;

/**
 * Replaces {@code ${env:NAME}} in texts by the environment's values, and masks those and other
 * secrets in output. Not thread-safe.
 */
public final class EnvironmentText {
  private static final Pattern PLACE = Pattern.compile("\\$\\{env:([^}]*)}?");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final UnaryOperator<String> environment;
  private final Set<String> secrets = new HashSet<>();

  /**
   * @param environment the value of a variable; null if there is none
   */
  public EnvironmentText(UnaryOperator<String> environment) {
    this.environment = environment;
  }

  /**
   * Returns {@code text} with the values.
   *
   * @throws DHArchException if one is missing
   */
  public String resolve(String text) {
    Matcher places = PLACE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (places.find()) {
      places.appendReplacement(filled, Matcher.quoteReplacement(value(places)));
    }
    return places.appendTail(filled).toString();
  }

  private String value(Matcher place) {
    checkPlace(place);
    String value = environment.apply(place.group(1));
    if (value == null) {
      throw new DHArchException(place.group() + ": unknown environment variable " + place.group(1));
    }
    secret(value);
    return value;
  }

  private static void checkPlace(Matcher place) {
    if (!place.group().endsWith("}") || !NAME.matcher(place.group(1)).matches()) {
      throw new DHArchException(
          "a placeholder must be ${env:NAME}, such as ${env:DB_PASSWORD} (got "
              + place.group()
              + ")");
    }
  }

  /**
   * Checks the references alone.
   *
   * @throws DHArchException if one is invalid
   */
  static void check(String text) {
    Matcher places = PLACE.matcher(text);
    while (places.find()) {
      checkPlace(places);
    }
  }

  /** Marks {@code value} as secret. */
  public void secret(String value) {
    if (!value.isEmpty()) {
      secrets.add(value);
    }
  }

  /** Returns {@code text} with its secrets masked. */
  public String mask(String text) {
    String masked = text;
    for (String secret : secrets) {
      masked = masked.replace(secret, "***");
    }
    return masked;
  }
}
