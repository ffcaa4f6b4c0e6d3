package org.dharch.core.mutation;

/**
 * One change that PIT made to the code.
 *
 * @param pkg the last part of its package's name
 * @param caught whether a test failed
 */
record Mutant(String pkg, Place place, boolean caught) {
  /**
   * Where and what; there may be several alike in one method.
   *
   * @param method its name; a lambda is its method's
   * @param change what was changed, without packages
   */
  record Place(String type, String method, String change) {
    @Override
    public String toString() {
      return "| " + type + " | " + method + " | " + change + " |";
    }
  }

  static Mutant of(String type, String method, String description, boolean caught) {
    int dot = type.lastIndexOf('.');
    String pack = type.substring(0, dot);
    return new Mutant(
        pack.substring(pack.lastIndexOf('.') + 1),
        new Place(
            type.substring(dot + 1).replaceFirst("\\$\\d+$", "").replace('$', '.'),
            method.replaceFirst("^lambda\\$(.*)\\$\\d+$", "$1"),
            description.replaceAll(" for \\S+$", "").replaceAll("\\b[a-z0-9]+[/.](?=\\w)", "")),
        caught);
  }
}
