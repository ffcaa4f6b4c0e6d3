package org.dharch.benchmarks.site;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A request to {@link WaitingService}.
 *
 * @param id the id that the answer repeats
 * @param kilobytes the size of the request's data
 * @param handlers the handlers that must run exactly once
 * @param pace their waiting time
 */
public record WaitingExchange(String id, int kilobytes, List<String> handlers, Pace pace)
    implements RoundRobinLoop.CheckedExchange {
  public WaitingExchange {
    handlers = List.copyOf(handlers);
  }

  @Override
  public byte[] envelope() {
    return WaitingService.request(id, kilobytes);
  }

  @Override
  public Optional<String> problemOf(byte[] answer) {
    return WaitingService.answers(answer, id, kilobytes, handlers)
        ? Optional.empty()
        : Optional.of(
            "request " + id + ": wrong answer: " + new String(answer, StandardCharsets.UTF_8));
  }
}
