// What happened to one message on a time axis: a line an attempt, its way, its wait and its run.

import {html, nothing, svg} from './lit/lit-html.js';
import {millis, nodeName} from './format.js';

const TICKS = 4;
const GOOD = ['performed', 'sent', 'superseded', ''];

/**
 * @param message with a timeline, and its duration if it is under way
 */
export function waterfall(message) {
  const timeline = message.timeline;
  const attempts = timeline.attempts.toSorted(
    (a, b) => a.stage - b.stage || a.handler.localeCompare(b.handler) || a.attempt - b.attempt);
  const underWay = message.left !== undefined;
  const path = new Map((message.criticalPath?.stages ?? []).map((link) => [link.stage, link]));
  const until = underWay ? message.duration : timeline.ended;
  const end = Math.max(0.001, until, ...attempts.map((a) => a.received ?? 0));
  const at = (value) => (100 * Math.max(0, Math.min(end, value))) / end;
  const selected = message.state === 'WAITING' ? until : timeline.selected;
  return html`
    <div class="key" aria-hidden="true">
      <span><i class="way"></i>on the way</span><span><i class="wait"></i>waits</span>
      <span><i class="run"></i>runs</span><span><i class="failed"></i>failed</span>
      ${path.size > 0 ? html`<span><b>●</b> its stage waited for it</span>` : nothing}
    </div>
    <div class="card fall" role="table" aria-label="What happened when">
      <div class="line" role="row">
        <span class="what" role="columnheader"><span class="unseen">Handler</span></span><span class="where" role="columnheader"><span class="unseen">Node</span></span>
        <span class="track" role="columnheader">${axis(end)}</span><span class="how" role="columnheader">${millis(until)}</span>
      </div>
      ${line({
        what: 'queued', stage: '', where: '', end, first: true, how: millis(selected),
        label: 'queued for ' + millis(selected), bars: [part('wait', 0, at(selected))],
      })}
      ${attempts.map((attempt, i) => one(attempt, attempts[i - 1], end, at, until, path))}
    </div>
    <p class="muted">${summary(attempts)}${timeline.merge > 0 ? `Merging took ${millis(timeline.merge)} in all.` : ''}</p>`;
}

/** When it came to its node: the way there counts as long as the way back, and it ended before its reply came. */
const arrived = (a) => Math.min(a.sent + a.way / 2, a.received - a.wait - a.run);

/** What running at the same time has saved. */
function summary(attempts) {
  const runs = attempts
    .filter((a) => a.received !== undefined)
    .map((a) => [arrived(a) + a.wait, arrived(a) + a.wait + a.run])
    .sort((a, b) => a[0] - b[0]);
  let ran = 0;
  let busy = 0;
  let end = 0;
  for (const [from, to] of runs) {
    ran += to - from;
    busy += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return ran - busy < 0.005 ? '' : `Handlers ran ${millis(ran)} in ${millis(busy)}: ${millis(ran - busy)} beside each other. `;
}

function one(attempt, before, end, at, until, path) {
  const link = path.get(attempt.stage);
  const critical = link !== undefined && link.handler === attempt.handler;
  const answered = attempt.received !== undefined;
  const failed = !GOOD.includes(attempt.result);
  const bars = [];
  let how;
  if (answered) {
    const there = arrived(attempt);
    const begun = there + attempt.wait;
    bars.push(part('way', at(attempt.sent), at(attempt.received), 11, 3));
    bars.push(part('wait', at(there), at(begun)));
    bars.push(part('run', at(begun), at(begun + attempt.run)));
    how = 'ran ' + millis(attempt.run);
  } else {
    bars.push(part('open', at(attempt.sent), at(until)));
    how = {'': 'on its node', sent: 'not waited for'}[attempt.result] ?? '';
  }
  const again = attempt.attempt > 1 ? `attempt ${attempt.attempt}` : '';
  const result = failed || attempt.result === 'superseded' ? attempt.result : '';
  return line({
    what: attempt.handler,
    stage: before?.stage === attempt.stage ? '' : attempt.stage,
    first: before?.stage !== attempt.stage,
    where: nodeName(attempt.node),
    title: attempt.node,
    failed,
    critical,
    bars,
    label: [`stage ${attempt.stage}, ${attempt.handler} on ${nodeName(attempt.node)}`, again,
      `sent at ${millis(attempt.sent)}`,
      answered ? `way ${millis(attempt.way)}, waited ${millis(attempt.wait)}, ran ${millis(attempt.run)}` : 'no reply',
      attempt.result,
      critical ? `its stage waited for it: without it ${millis(link.without)} sooner` : ''].filter((text) => text !== '').join(', '),
    how: html`${again ? html`<span class="muted">${again}</span>` : nothing}${
      result ? html`<span class=${failed ? 'bad' : 'muted'}>${result}</span>` : nothing}${how}`,
  });
}

const line = ({what, stage, where, title, first, failed, critical, bars, how, label}) => html`
  <div class="line ${first ? 'stage' : ''} ${failed ? 'failed' : ''} ${critical ? 'critical' : ''}" role="row">
    <span class="what" role="rowheader"><i>${stage}</i>${what}${critical ? html`<b aria-hidden="true">●</b>` : nothing}</span>
    <span class="where" role="cell" title=${title ?? ''}>${where}</span>
    <span class="track" role="cell"><svg role="img" aria-label=${label}><title>${label}</title>${grid()}${bars}</svg></span>
    <span class="how" role="cell">${how}</span>
  </div>`;

function part(kind, from, to, y = 7, height = 11) {
  const width = kind === 'run' ? Math.max(0.25, to - from) : to - from;
  return width <= 0
    ? nothing
    : svg`<rect class=${kind} x=${from + '%'} width=${width + '%'} y=${y} height=${height} rx=${height > 4 ? 2 : 1}></rect>`;
}

const grid = () => Array.from({length: TICKS + 1}, (_, i) =>
  svg`<line class="grid" x1=${(100 * i) / TICKS + '%'} x2=${(100 * i) / TICKS + '%'} y1="0" y2="25"></line>`);

function axis(end) {
  const ticks = Array.from({length: TICKS}, (_, i) => i);
  return html`<svg role="img" aria-label="time since its admission">${ticks.map((i) => svg`
    <line class="grid" x1=${(100 * i) / TICKS + '%'} x2=${(100 * i) / TICKS + '%'} y1="16" y2="25"></line>
    <text x=${(100 * i) / TICKS + '%'} y="13" text-anchor=${i === 0 ? 'start' : 'middle'}>${millis((end * i) / TICKS)}</text>`)}</svg>`;
}
