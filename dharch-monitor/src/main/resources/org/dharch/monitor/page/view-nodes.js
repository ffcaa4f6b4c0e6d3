// Nodes and their queues, and which handlers they serve.

import {html, nothing} from './lit/lit-html.js';
import {ask} from './api.js';
import {bytes, count, nodeName} from './format.js';
import {bar, filters, problem, state, table} from './parts.js';

const ORDERS = [['name', 'name'], ['load', 'share of workers taken'], ['waiting', 'waiting']];

export const title = 'Nodes';
export const every = 1;

export const load = async () => {
  const [nodes, handlers] = await Promise.all([ask('/api/nodes'), ask('/api/handlers')]);
  return {nodes: nodes.nodes, handlers: handlers.handlers};
};

export function render({parameters, data, failure, change, page}) {
  const text = (parameters.text ?? '').toLowerCase();
  const all = data?.nodes ?? [];
  const nodes = all
    .filter((node) => text === '' || [node.node, node.state, ...node.handlers].some((said) => said.toLowerCase().includes(text)))
    .sort(order(parameters.order));
  const sum = (field) => count(all.reduce((total, node) => total + node[field], 0));
  return html`
    <div class="head"><h1>Nodes</h1><span class="muted">${count(all.length)} nodes, ${sum('active')} of ${sum('workers')} workers at work, ${sum('waiting')} tasks wait</span></div>
    ${filters([
      {name: 'text', label: 'Name, state, handler', value: parameters.text ?? ''},
      {name: 'order', label: 'Order by', value: parameters.order ?? 'name', options: ORDERS},
    ], change)}
    ${problem(failure)}
    ${table({
      caption: 'Nodes', rows: nodes, key: (node) => node.node, page,
      empty: data === undefined ? 'Asking…' : 'No node is so.',
      columns: [
        {head: 'Node', kind: 'flex', width: 150, cell: (node) => html`<a class="row" href="#/messages?node=${encodeURIComponent(node.name)}" title="${node.node}: messages on it">${nodeName(node.node)}</a>`},
        {head: 'State', width: 92, cell: (node) => state(node.state)},
        {head: 'Workers', kind: 'wide', width: 106, cell: (node) => bar(node.active, node.workers, `${node.active} of ${node.workers} workers at work`)},
        {head: 'At work', kind: 'num', width: 84, cell: (node) => html`${count(node.active)} <span class="muted">/ ${count(node.workers)}</span>`},
        {head: 'Waiting', kind: 'num', width: 76, cell: (node) => count(node.waiting)},
        {head: 'Largest', kind: 'num wider', width: 92, cell: (node) => (node.largest > 0 ? bytes(node.largest) : '')},
        {head: 'Traits', kind: 'wider', width: 110, cell: (node) => node.traits.map((trait) => trait.toLowerCase()).join(', ')},
        {head: 'Handlers', kind: 'wide', cell: (node) => html`<span class="chips" title=${node.handlers.join(', ')}>${node.handlers.map((name) => html`<span class="chip">${name}</span>`)}</span>`},
      ],
    })}
    <section><h2>Handlers</h2>
      ${table({
        caption: 'Handlers', rows: data?.handlers ?? [], key: (one) => one.name, empty: 'There are no handlers.',
        columns: [
          {head: 'Handler', width: 160, cell: (one) => html`<span title=${one.name}>${one.name}</span>`},
          {head: 'Nodes', kind: 'num', width: 76, cell: (one) => (one.nodes.length === 0 ? html`<span class="state bad">none</span>` : count(one.nodes.length))},
          {head: 'On', cell: (one) => html`<span class="muted">${one.nodes.map(nodeName).sort(byName).slice(0, 20).join(', ')}${one.nodes.length > 20 ? ' …' : nothing}</span>`},
        ],
      })}
    </section>`;
}

const byName = (a, b) => a.localeCompare(b, undefined, {numeric: true});

function order(by) {
  const name = (a, b) => byName(a.node, b.node);
  if (by === 'load') {
    return (a, b) => b.active / b.workers - a.active / a.workers || name(a, b);
  }
  return by === 'waiting' ? (a, b) => b.waiting - a.waiting || name(a, b) : name;
}
