// How it is: figures, the last ten minutes, what has been under way longest, what failed last.

import {html, nothing} from './lit/lit-html.js';
import {ask} from './api.js';
import {CHARTS} from './charts.js';
import {count, millis, rate, shortId} from './format.js';
import {faultLine, state, table} from './parts.js';

const OLDEST = 8;

export const title = 'Overview';
export const every = 1;

const SELDOM = 30; // seconds

export const load = async ({turn, data}) => {
  const seldom = data === undefined || turn % SELDOM === 0;
  const [oldest, doctor] = await Promise.all([
    ask(`/api/messages?ended=false&limit=${OLDEST}`),
    seldom ? ask('/api/doctor') : {findings: data.findings},
  ]);
  return {oldest: oldest.messages, findings: doctor?.findings};
};

const GRADES = {PROBLEM: 'bad', WARNING: 'warn', ADVICE: 'busy'};

/** What the doctor finds. */
const findings = (all) =>
  all === undefined || all.length === 0
    ? nothing
    : html`<section><h2>What the doctor finds</h2><ul class="card pad notes">${all.map((finding) => html`
        <li><span class="state ${GRADES[finding.grade] ?? 'busy'}">${finding.grade.toLowerCase()}</span>
          ${finding.what} <span class="muted">${finding.remedy}</span></li>`)}</ul></section>`;

export function render({status, series, latest, data}) {
  const failed = latest.filter((m) => m.state === 'FAILED').slice(0, OLDEST);
  return html`
    <h1 class="unseen">Overview</h1>
    <dl class="tiles">
      ${tile('Ended a second', shown(series.last('ended'), rate))}
      ${tile('Latency p50', shown(series.lastKnown('median'), millis))}
      ${tile('Latency p95', shown(series.lastKnown('high'), millis))}
      ${tile('Under way', html`${count(status.inFlight)} <small>limit ${count(status.concurrencyLimit)}</small>`)}
      ${tile('Nodes', count(status.nodes), status.nodes === 0)}
      ${tile('Failed so far', count(status.counters.FAILED ?? 0), series.failed.some((rate) => rate > 0))}
    </dl>
    ${status.connected === false
      ? html`<p class="banner">Its broker does not answer: only nodes with direct links can be reached.</p>`
      : nothing}
    ${status.unserved.length > 0
      ? html`<p class="banner">No node serves ${status.unserved.map((name, i) => html`${i > 0 ? ', ' : ''}<b>${name}</b>`)}</p>`
      : nothing}
    <div class="plots">${CHARTS.map((chart) => plot(chart, series))}</div>
    ${findings(data?.findings)}
    <section>
      <div class="head"><h2>Longest under way</h2><a class="end" href="#/messages?state=under-way">All under way</a></div>
      ${table({
        caption: 'Longest under way', rows: data?.oldest ?? [], key: (m) => m.id,
        empty: 'No message is under way.', columns: UNDER_WAY,
      })}
    </section>
    <section>
      <div class="head"><h2>Failed last</h2><a class="end" href="#/failed">All that are kept</a></div>
      ${table({
        caption: 'Failed last', rows: failed, key: (m) => m.id,
        empty: 'None of the latest messages failed.', columns: FAILED,
      })}
    </section>
    <section>
      <details><summary>All counters</summary>
        ${table({
          caption: 'Counters', rows: Object.entries(status.counters), key: ([name]) => name, empty: '',
          columns: [
            {head: 'Counter', width: 230, cell: ([name]) => html`<code>${name}</code>`},
            {head: 'Since its start', kind: 'num', width: 130, cell: ([, value]) => count(value)},
            {head: '', kind: 'wide', cell: () => nothing},
          ],
        })}
      </details>
    </section>`;
}

const shown = (value, format) => (value === null ? '–' : format(value));

const tile = (name, value, bad) =>
  html`<div class=${bad ? 'bad' : ''}><dt>${name}</dt><dd>${value}</dd></div>`;

function plot(chart, series) {
  const said = chart.lines.map(
    ([name, label]) => `${label} ${shown(series.lastKnown(name), chart.shown)}`);
  return html`<figure class="card" role="group" aria-label="${chart.title}: ${said.join(', ')}">
    <figcaption><b>${chart.title}</b><span class="legend">${chart.lines.map(
      ([, label, tone]) => html`<span><i class=${tone}></i>${label}</span>`)}</span></figcaption>
    <div class="plot" id="plot-${chart.id}"></div>
  </figure>`;
}

const id = {
  head: 'Message', width: 98,
  cell: (m) => html`<a class="row" href="#/messages/${m.id}" title=${m.id}>${shortId(m.id)}</a>`,
};
const took = {head: 'Took', kind: 'num', width: 90, cell: (m) => millis(m.duration)};
const service = {head: 'Service', width: 150, cell: (m) => html`<span title=${m.service}>${m.service}</span>`};

const UNDER_WAY = [
  id,
  {head: 'State', width: 112, cell: (m) => state(m.state)},
  {...took, head: 'Age'},
  {head: 'Stage', kind: 'num wide', width: 70, cell: (m) => m.stage || ''},
  {...service, width: undefined},
  {head: 'Orchestration', kind: 'wide', cell: (m) => m.orchestration},
];
const FAILED = [
  id, {...took, kind: 'num wide'}, {...service, kind: 'wide'},
  {head: 'Fault', cell: (m) => faultLine(m.fault)},
];
