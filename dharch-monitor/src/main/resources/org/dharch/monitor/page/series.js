// The last ten minutes, a point a second, kept in this page only.

const POINTS = 600;
const ENDED = ['COMPLETED', 'RESPONDED', 'FAILED'];

export class Series {
  #before = null;
  #known = new Set();
  time = [];
  ended = [];
  failed = [];
  inFlight = [];
  median = [];
  high = [];

  /**
   * One more point.
   *
   * @param latest the messages that have ended lately
   */
  add(now, status, latest) {
    const counters = status.counters;
    const done = ENDED.reduce((sum, name) => sum + (counters[name] ?? 0), 0);
    const before = this.#before;
    const seconds = before === null ? 0 : (now - before.now) / 1000;
    const restarted = before !== null && done < before.done;
    this.#before = {now, done, failed: counters.FAILED ?? 0};
    const ages = latest.filter((m) => !this.#known.has(m.id)).map((m) => m.duration);
    this.#known = new Set(latest.map((m) => m.id));
    if (before === null || restarted || seconds <= 0) {
      return;
    }
    ages.sort((a, b) => a - b);
    this.#push(this.time, now / 1000);
    this.#push(this.ended, (done - before.done) / seconds);
    this.#push(this.failed, ((counters.FAILED ?? 0) - before.failed) / seconds);
    this.#push(this.inFlight, status.inFlight);
    this.#push(this.median, quantile(ages, 0.5));
    this.#push(this.high, quantile(ages, 0.95));
  }

  #push(values, value) {
    values.push(value);
    if (values.length > POINTS) {
      values.shift();
    }
  }

  last(name) {
    const values = this[name];
    return values.length === 0 ? null : values[values.length - 1];
  }

  /** The latest value that there is: in a second in which nothing ended there is no latency. */
  lastKnown(name) {
    return this[name].findLast((value) => value !== null) ?? null;
  }
}

function quantile(sorted, q) {
  return sorted.length === 0 ? null : sorted[Math.ceil(sorted.length * q) - 1];
}
