// How numbers, times and names are written, in the user's locale.

const whole = new Intl.NumberFormat(undefined, {maximumFractionDigits: 0});
const one = new Intl.NumberFormat(undefined, {minimumFractionDigits: 1, maximumFractionDigits: 1});
const two = new Intl.NumberFormat(undefined, {minimumFractionDigits: 2, maximumFractionDigits: 2});
const clock = new Intl.DateTimeFormat(undefined, {timeStyle: 'medium'});
const day = new Intl.DateTimeFormat(undefined, {dateStyle: 'short', timeStyle: 'medium'});

export const count = (value) => whole.format(value);

export const rate = (value) => (value < 9.95 ? one : whole).format(value);

/** Milliseconds, in the unit that suits. */
export function millis(value) {
  if (value === undefined || value === null || Number.isNaN(value)) {
    return '–';
  }
  if (value < 9.995) {
    return two.format(value) + ' ms';
  }
  if (value < 999.5) {
    return one.format(value) + ' ms';
  }
  if (value < 59950) {
    return two.format(value / 1000) + ' s';
  }
  const seconds = Math.round(value / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 120
    ? `${minutes}:${String(seconds % 60).padStart(2, '0')} min`
    : one.format(value / 3600000) + ' h';
}

export function bytes(value) {
  if (value < 1024) {
    return whole.format(value) + ' B';
  }
  return value < 1048576
    ? one.format(value / 1024) + ' KiB'
    : one.format(value / 1048576) + ' MiB';
}

/** A time of today by its clock, any other with its day. */
export function time(instant) {
  const at = new Date(instant);
  return (at.toDateString() === new Date().toDateString() ? clock : day).format(at);
}

export const clockTime = (date) => clock.format(date);

/** The beginning of an id, which commands accept too. */
export const shortId = (id) => id.slice(0, 8) + '…';

/** A node's name without its life. */
export const nodeName = (node) => node.replace(/~[^~]*$/, '');
