package org.dharch.monitor;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** A page at one path of an admin port. Safe for any number of threads. */
@FunctionalInterface
interface AdminPage {
  String GET = "GET";

  String POST = "POST";
  String DELETE = "DELETE";

  /**
   * Answers one request.
   *
   * @param rest the part of the path after the page's path and a slash; empty if there is none
   * @param query the parameters of the query, each once
   * @throws IllegalArgumentException if a parameter, or {@code rest}, is wrong: its message is the
   *     response, with status 400
   */
  Answer answer(String rest, Map<String, String> query);

  /** The pages of the supported HTTP methods; other methods are rejected. */
  default Map<String, AdminPage> methods() {
    return Map.of(GET, this);
  }

  /** A page without subpages and parameters. */
  static AdminPage alone(Supplier<Answer> answer) {
    return alone((Map<String, String> query) -> answer.get());
  }

  /** As {@link #alone(Supplier)}, but rejects parameters. */
  static AdminPage withoutParameters(Supplier<Answer> answer) {
    return alone(
        (Map<String, String> query) -> {
          Query.rejectAll(query);
          return answer.get();
        });
  }

  /**
   * A page without subpages.
   *
   * @param answer receives the query
   */
  static AdminPage alone(Function<Map<String, String>, Answer> answer) {
    return (rest, query) -> rest.isEmpty() ? answer.apply(query) : Answer.NONE;
  }

  /**
   * A page that supports several methods.
   *
   * @param methods the page of each method
   */
  static AdminPage of(Map<String, AdminPage> methods) {
    return new AdminPage() {
      @Override
      public Answer answer(String rest, Map<String, String> query) {
        return methods.get(GET).answer(rest, query);
      }

      @Override
      public Map<String, AdminPage> methods() {
        return methods;
      }
    };
  }

  /**
   * A response.
   *
   * @param status the HTTP status
   * @param type the content type
   * @param then run when it has been sent, or failed
   */
  record Answer(int status, String type, String body, Runnable then) {
    static final Answer NONE = text(404, "there is no such page\n");

    Answer(int status, String type, String body) {
      this(status, type, body, () -> {});
    }

    static Answer json(String body) {
      return new Answer(200, "application/json", body);
    }

    static Answer text(int status, String body) {
      return new Answer(status, "text/plain; charset=utf-8", body);
    }

    Answer then(Runnable action) {
      return new Answer(status, type, body, action);
    }
  }
}
