package org.dharch.benchmarks.xmllimit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.dharch.benchmarks.load.Call;
import org.dharch.benchmarks.xmllimit.element.Element;
import org.dharch.benchmarks.xmllimit.element.StoredElements;

/**
 * Requests of one size to one variant, made in advance, and the check of their answers. An answer
 * with the same bytes as a verified one is right; other answers are parsed. One thread.
 */
final class LimitRequests implements Supplier<Call> {
  private static final int OF_THEM = 16;

  private final List<Call> calls = new ArrayList<>();
  private int next;

  /**
   * Makes requests for one variant.
   *
   * @param size the number of elements in each message: in the answer with a database, otherwise in
   *     the request
   */
  LimitRequests(LimitVariant variant, int size) throws IOException {
    Random random = new Random(4);
    for (int i = 0; i < OF_THEM; i++) {
      LimitRequest question = question(variant.source(), size, i, random);
      LimitResponse alone = answer(variant.source(), question);
      LimitResponse expected =
          variant.handlers().map(each -> each.after(alone, question)).orElse(alone);
      MessageForm form = variant.stack().form();
      calls.add(
          new Call(
              variant.title(),
              form.contentType(),
              form.action(),
              "",
              form.question(question),
              new RightAnswer(form, expected)));
    }
  }

  private static LimitRequest question(Source source, int size, int number, Random random) {
    boolean stored = source != Source.NONE;
    int first = random.nextInt(StoredElements.ROWS - size);
    List<Element> elements =
        new ArrayList<>(
            IntStream.range(first, stored ? first : first + size)
                .mapToObj(Element::of)
                .map(each -> each.with(1 + random.nextInt(99)))
                .toList());
    return new LimitRequest("T" + number, first, stored ? size : 0, elements);
  }

  private static LimitResponse answer(Source source, LimitRequest question) {
    int first = source == Source.NONE ? 0 : question.first();
    int count = source == Source.NONE ? 1 : question.count();
    List<Element> found =
        new ArrayList<>(IntStream.range(first, first + count).mapToObj(Element::of).toList());
    long total = question.elements().stream().mapToLong(Element::cost).sum();
    return new LimitResponse(question.ticket(), question.elements().size(), total, found);
  }

  @Override
  public Call get() {
    return calls.get(next++ % calls.size());
  }

  /** Returns the mean size of a request, in bytes. */
  double bytes() {
    return calls.stream().mapToInt(call -> call.body().length).average().orElseThrow();
  }

  /** Compares an answer with the expected one. */
  private static final class RightAnswer implements Call.AnswerCheck {
    private final MessageForm form;
    private final LimitResponse expected;
    private ByteBuffer right = ByteBuffer.allocate(0);

    RightAnswer(MessageForm form, LimitResponse expected) {
      this.form = form;
      this.expected = expected;
    }

    @Override
    public Optional<String> problem(ByteBuffer answer) {
      if (answer.equals(right)) {
        return Optional.empty();
      }
      byte[] bytes = new byte[answer.remaining()];
      answer.get(answer.position(), bytes);
      try {
        LimitResponse read = form.answer(new ByteArrayInputStream(bytes));
        if (!read.equals(expected)) {
          return Optional.of("got " + read + ", not " + expected);
        }
      } catch (IOException e) {
        return Optional.of(e.toString());
      }
      right = ByteBuffer.wrap(bytes);
      return Optional.empty();
    }
  }
}
