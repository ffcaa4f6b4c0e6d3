package org.dharch.cli.chaos;

/** What is done to the site. */
enum Action {
  KILL_NODE("node killed"),
  STOP_NODE("node stopped"),
  KILL_BROKER("broker killed"),
  CUT_NODE("node cut off"),
  KILL_MANAGER("manager killed"),
  FILL_DISK("disk filled");

  private final String text;

  Action(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
