package org.dharch.monitor;

import java.util.Map;

/** What stands at one path of an admin port. Any number of threads. */
@FunctionalInterface
interface AdminPage {
  /**
   * The answer to one request.
   *
   * @param rest what stands behind the page's path and a slash; empty if nothing does
   * @param query the parameters of the query, each once
   * @throws IllegalArgumentException if a parameter, or {@code rest}, is wrong: its message is the
   *     answer, with status 400
   */
  Answer answer(String rest, Map<String, String> query);

  /**
   * An answer.
   *
   * @param status HTTP's
   * @param type of the body
   */
  record Answer(int status, String type, String body) {
    static Answer json(String body) {
      return new Answer(200, "application/json", body);
    }

    static Answer text(int status, String body) {
      return new Answer(status, "text/plain; charset=utf-8", body);
    }
  }
}
