// Nodes and their queues, and which handlers they serve.

import {html, nothing} from './lit/lit-html.js';
import {ask} from './api.js';
import {bytes, count, millis, nodeName} from './format.js';
import {bar, filters, problem, state, table} from './parts.js';

const ORDERS = [['name', 'name'], ['load', 'share of workers taken'], ['waiting', 'waiting']];

export const title = 'Nodes';
export const every = 1;

const NAMED = 20;
const SELDOM = 5; // seconds; with a hundred nodes it is much

export const load = async ({turn, data}) => {
  const seldom = data === undefined || turn % SELDOM === 0;
  const [nodes, queues, handlers] = await Promise.all([
    ask('/api/nodes'),
    ask('/api/queues'),
    seldom ? ask('/api/handlers') : undefined,
  ]);
  return {nodes: nodes.nodes, queues, handlers: handlers?.handlers.map(summed) ?? data.handlers};
};

/** What a handler takes, over all of its nodes: the attempts in sum, the last minute's times of its slowest node. */
function summed(one) {
  const handler = {...one, on: names(one.nodes)};
  const times = handler.times ?? [];
  if (times.length === 0) {
    return handler;
  }
  const lately = times.filter((one) => one.lately.run.count > 0);
  const slowest = lately.reduce((a, b) => (a === undefined || b.lately.run.p95 > a.lately.run.p95 ? b : a), undefined);
  const results = times.flatMap((one) => Object.entries(one.results));
  const sum = (which) => results.filter(([name]) => which(name)).reduce((all, [, value]) => all + value, 0);
  return {...handler, slowest, attempts: sum(() => true), failed: sum((name) => FAILED.includes(name))};
}

const FAILED = ['failed', 'timed-out', 'lost'];

export function render({parameters, data, failure, change, page}) {
  const text = (parameters.text ?? '').toLowerCase();
  const all = data?.nodes ?? [];
  const nodes = all
    .filter((node) => text === '' || [node.node, node.state, ...node.handlers].some((said) => said.toLowerCase().includes(text)))
    .sort(order(parameters.order));
  const sum = (field) => count(all.reduce((total, node) => total + node[field], 0));
  return html`
    <div class="head"><h1>Nodes</h1>
      <span class="muted">${count(all.length)} ${all.length === 1 ? 'node' : 'nodes'}, ${sum('active')} of ${sum('workers')} workers at work, ${
        sum('waiting')} tasks wait</span></div>
    ${filters([
      {name: 'text', label: 'Name, state, handler', value: parameters.text ?? ''},
      {name: 'order', label: 'Order by', value: parameters.order ?? 'name', options: ORDERS},
    ], change)}
    ${problem(failure)}
    ${table({
      caption: 'Nodes', rows: nodes, key: (node) => node.node, page,
      empty: data === undefined ? 'Asking…' : 'No node is so.',
      columns: [
        {head: 'Node', kind: 'flex', width: 150, cell: nodeLink},
        {head: 'State', width: 92, cell: (node) => state(node.state)},
        {head: 'Workers', kind: 'wide', width: 106, cell: (node) => bar(node.active, node.workers, `${node.active} of ${node.workers} workers at work`)},
        {head: 'At work', kind: 'num', width: 84, cell: (node) => html`${count(node.active)} <span class="muted">/ ${count(node.workers)}</span>`},
        {head: 'Waiting', kind: 'num', width: 76, cell: (node) => count(node.waiting)},
        {head: 'Link', kind: 'wider', width: 76, cell: (node) => (node.linked ? 'yes' : '')},
        {head: 'Largest', kind: 'num wider', width: 92, cell: (node) => (node.largest > 0 ? bytes(node.largest) : '')},
        {head: 'Traits', kind: 'wider', width: 110, cell: (node) => node.traits.map((trait) => trait.toLowerCase()).join(', ')},
        {head: 'Handlers', kind: 'wide', cell: (node) => chips(node.handlers)},
      ],
    })}
    ${queues(data?.queues)}
    <section><h2>Handlers</h2>
      <p class="muted">Attempts since the manager’s start; times of the last minute, on the slowest node.</p>
      ${table({
        caption: 'Handlers', rows: data?.handlers ?? [], key: (one) => one.name, empty: 'There are no handlers.',
        columns: [
          {head: 'Handler', kind: 'flex', width: 170, cell: (one) => html`<span title=${one.name}>${one.name}</span>`},
          {head: 'Nodes', kind: 'num', width: 76, cell: howMany},
          ...((data?.handlers ?? []).some((one) => one.attempts > 0) ? TIMES : []),
          {head: 'On', kind: 'wide', cell: (one) => html`<span class="muted">${one.on}</span>`},
        ],
      })}
    </section>`;
}

const nodeLink = (node) => html`<a class="row" href="#/messages?node=${encodeURIComponent(node.name)}"
  title="${node.node}: messages on it">${nodeName(node.node)}</a>`;

const chips = (handlers) => html`<span class="chips" title=${handlers.join(', ')}>${
  handlers.map((name) => html`<span class="chip">${name}</span>`)}</span>`;

const howMany = (one) =>
  one.nodes.length === 0 ? html`<span class="state bad">none</span>` : count(one.nodes.length);

const names = (nodes) =>
  nodes.map(nodeName).sort(byName).slice(0, NAMED).join(', ') + (nodes.length > NAMED ? ' …' : '');

const worst = (one) =>
  html`<span title=${one.slowest ? 'on ' + one.slowest.node : ''}>${millis(one.slowest?.lately.run.p95)}</span>`;

const TIMES = [
  {head: 'Attempts', kind: 'num wide', width: 90, cell: (one) => (one.attempts > 0 ? count(one.attempts) : '')},
  {head: 'Failed', kind: 'num wide', width: 76, cell: (one) => (one.failed > 0 ? html`<span class="bad">${count(one.failed)}</span>` : '')},
  {head: 'Runs p50', kind: 'num wider', width: 90, cell: (one) => millis(one.slowest?.lately.run.p50)},
  {head: 'p95', kind: 'num', width: 84, cell: worst},
  {head: 'Waits p95', kind: 'num wider', width: 90, cell: (one) => millis(one.slowest?.lately.wait.p95)},
];

/** What waits at the manager, and how many workers would do. */
const queues = (queues) =>
  queues === undefined
    ? nothing
    : html`<section><h2>Queues</h2><dl class="card pad facts">
        <div><dt>Wait for a slot</dt><dd>${count(queues.waiting)}</dd></div>
        <div><dt>In execution, concurrency limit</dt><dd>${count(queues.executing)} / ${count(queues.concurrencyLimit)}</dd></div>
        ${pairs('Held for room on a node', queues.held)}
        ${pairs('Workers that would do', queues.wantedWorkers)}
      </dl></section>`;

function pairs(name, of) {
  const some = Object.entries(of ?? {}).filter(([, value]) => value > 0);
  const said = some.map(([handler, value]) => `${handler} ${count(Math.ceil(value))}`).join(', ');
  return html`<div><dt>${name}</dt><dd>${said === '' ? '–' : said}</dd></div>`;
}

const byName = new Intl.Collator(undefined, {numeric: true}).compare;

function order(by) {
  const name = (a, b) => byName(a.node, b.node);
  if (by === 'load') {
    return (a, b) => b.active / b.workers - a.active / a.workers || name(a, b);
  }
  return by === 'waiting' ? (a, b) => b.waiting - a.waiting || name(a, b) : name;
}
