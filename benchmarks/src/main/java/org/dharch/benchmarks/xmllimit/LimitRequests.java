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

/**
 * Requests of one size to one way, made beforehand, and whether their answers are right: an answer
 * that is byte for byte one that has been read and found right is right, every other one is read
 * whole. One thread.
 */
final class LimitRequests implements Supplier<Call> {
  private static final int OF_THEM = 16;

  private final List<Call> calls = new ArrayList<>();
  private int next;

  /**
   * For one way.
   *
   * @param size how many elements are in each message: with a data base in the answer, else in the
   *     question
   */
  LimitRequests(LimitVariant way, int size) throws IOException {
    Random random = new Random(4);
    for (int i = 0; i < OF_THEM; i++) {
      LimitRequest question = question(way.source(), size, i, random);
      LimitResponse alone = answer(way.source(), question);
      LimitResponse expected = way.handlers().map(each -> each.after(alone, question)).orElse(alone);
      MessageForm form = way.stack().form();
      calls.add(
          new Call(
              way.title(),
              form.contentType(),
              form.action(),
              Optional.empty(),
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

  /** The mean size of a request, in bytes. */
  double bytes() {
    return calls.stream().mapToInt(call -> call.body().length).average().orElseThrow();
  }

  /** Knows what a question's answer is. */
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
          return Optional.of("it is " + read + ", not " + expected);
        }
      } catch (IOException e) {
        return Optional.of(e.toString());
      }
      right = ByteBuffer.wrap(bytes);
      return Optional.empty();
    }
  }
}
