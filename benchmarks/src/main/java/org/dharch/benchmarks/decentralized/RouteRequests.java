package org.dharch.benchmarks.decentralized;

import java.util.Optional;
import java.util.function.Supplier;
import org.dharch.benchmarks.load.Call;
import org.dharch.samples.findroute.Address;
import org.dharch.samples.findroute.Directions;
import org.dharch.samples.findroute.RouteMessages;

/** Requests to FindRoute with unique names, and the check of their answers. One thread. */
final class RouteRequests implements Supplier<Call> {
  private final int characters;
  private long made;

  /**
   * Makes requests and answers of about this length.
   *
   * @param characters the length of requests and of the directions that the road map returns
   */
  RouteRequests(int characters) {
    this.characters = characters;
  }

  @Override
  public Call get() {
    String from = "Ann " + ++made;
    String to = "Bob " + made;
    String expected =
        ">" + Directions.of(Address.of(from).place(), Address.of(to).place(), characters) + "</";
    return Call.soap(
        "findRoute",
        RouteMessages.ACTION,
        "",
        RouteMessages.findRoute(from, to, characters),
        answer ->
            answer.contains(expected)
                ? Optional.empty()
                : Optional.of("wrong directions; expected from " + from + " to " + to));
  }
}
