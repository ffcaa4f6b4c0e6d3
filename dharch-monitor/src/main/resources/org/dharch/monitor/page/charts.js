// The charts of the last ten minutes, each drawn by uPlot in a place that a view has made for it.

import uPlot from './plot/uPlot.js';
import {count, millis, rate} from './format.js';

const HEIGHT = 150;
const LEAST_SECONDS = 60;
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000];

/** What is drawn: each line with its values' name, its label and its colour. */
export const CHARTS = [
  {
    id: 'rate', title: 'Ended a second', shown: rate,
    lines: [['ended', 'all', 'one'], ['failed', 'failed', 'two']],
  },
  {
    id: 'latency', title: 'From admission to end', shown: millis, axis: (v) => millis(v).replace(/[.,]0+ /, ' '),
    lines: [['median', 'p50', 'one'], ['high', 'p95', 'three']],
  },
  {
    id: 'flight', title: 'Under way', shown: count, whole: true,
    lines: [['inFlight', 'messages', 'one']],
  },
];

const drawn = new Map();

const colour = (name) => getComputedStyle(document.querySelector('.c-' + name)).color;

/** Draws what there is a place for, and forgets what there is none for any more. */
export function draw(series) {
  for (const [place, plot] of drawn) {
    if (!place.isConnected) {
      plot.destroy();
      drawn.delete(place);
    }
  }
  for (const chart of CHARTS) {
    const place = document.getElementById('plot-' + chart.id);
    if (place === null) {
      continue;
    }
    const data = [series.time, ...chart.lines.map(([name]) => series[name])];
    const plot = drawn.get(place);
    if (plot) {
      plot.setData(data);
    } else {
      drawn.set(place, new uPlot(options(chart, place.clientWidth), data, place));
      observer.observe(place);
    }
  }
}

/** Has all be drawn anew, as the theme has it. */
export function recolour() {
  for (const [place, plot] of drawn) {
    plot.destroy();
    drawn.delete(place);
  }
}

const observer = new ResizeObserver((entries) => {
  for (const entry of entries) {
    drawn.get(entry.target)?.setSize({width: entry.target.clientWidth, height: HEIGHT});
  }
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);

function options(chart, width) {
  const muted = colour('muted');
  const grid = {stroke: colour('line'), width: 1};
  const font = '11px system-ui, sans-serif';
  const axis = {stroke: muted, font, grid, ticks: {...grid, size: 4}, gap: 4};
  return {
    width,
    height: HEIGHT,
    legend: {show: false},
    cursor: {y: false, points: {size: 6}, drag: {x: false, y: false}},
    scales: {
      x: {time: true, range: (u, least, most) => [Math.min(least ?? 0, (most ?? 0) - LEAST_SECONDS), most ?? 0]},
      y: {range: (u, least, most) => [0, most > 0 ? most * 1.15 : 1]},
    },
    axes: [
      {...axis, size: 24, space: 80, values: (u, all) => all.map(clockTime)},
      {...axis, size: 58, space: 32, ...(chart.whole ? {incrs: WHOLE} : {}), values: (u, all) => all.map((v) => (chart.axis ?? chart.shown)(v))},
    ],
    series: [
      {},
      ...chart.lines.map(([, label, tone]) => ({
        label, stroke: colour(tone), width: 1.5, points: {show: false}, spanGaps: true,
      })),
    ],
    hooks: {setCursor: [(u) => under(u, chart)]},
  };
}

const clock = new Intl.DateTimeFormat(undefined, {timeStyle: 'medium'});
const clockTime = (seconds) => clock.format(new Date(seconds * 1000));

/** Shows what the lines are under the pointer. */
function under(plot, chart) {
  const at = plot.cursor.idx;
  const said = at === null || at === undefined || plot.data[0][at] === undefined
    ? ''
    : chart.lines.map(([, label], i) => label + ' ' + chart.shown(plot.data[i + 1][at] ?? 0)).join(', ');
  plot.root.parentElement.title = said;
}
