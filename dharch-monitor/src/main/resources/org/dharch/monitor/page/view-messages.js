// Messages now and latest, by a filter that stands in the address.

import {html, nothing} from './lit/lit-html.js';
import {ask, query, ROWS} from './api.js';
import {count, millis, nodeName, shortId, time} from './format.js';
import {faultLine, filters, problem, state, table} from './parts.js';

const UNDER_WAY = ['WAITING', 'EXECUTING', 'COMPENSATING', 'NOTIFYING'];
const ENDED = ['COMPLETED', 'RESPONDED', 'FAILED'];
const STATES = [
  ['', 'any'], ['under-way', 'under way'], ['ended', 'ended'],
  ...[...UNDER_WAY, ...ENDED].map((name) => [name, name.toLowerCase()]),
];

export const title = 'Messages';
export const every = 1;
export const holds = true; // as long as somebody is at its rows

const MANAGERS = [['', 'this one'], ['all', 'all']];
const SELDOM = 5; // seconds; all managers are asked through the broker

export async function load({parameters, data, turn}) {
  const {state: which = '', service, node, olderThan, fault, managers} = parameters;
  const states = which === 'under-way' ? UNDER_WAY : which === 'ended' ? ENDED : which === '' ? [] : [which];
  const asked = query({service, node, olderThan, fault, state: states.join(','), limit: ROWS});
  if (managers !== 'all') {
    return ask('/api/messages' + asked);
  }
  if (data?.managers && turn % SELDOM > 0) {
    return data;
  }
  const answer = await ask('/api/managers/messages' + asked);
  return {
    managers: answer.managers.length,
    messages: answer.managers.flatMap((one) => one.messages.map((m) => ({...m, manager: one.name}))),
  };
}

const MANAGER = {head: 'Manager', width: 150, cell: (m) => html`<span title=${m.manager}>${m.manager}</span>`};
const HELD = {
  head: 'Held by', kind: 'wide', width: 160,
  cell: (m) => (m.holders ?? []).map((step) => `${step.handler} on ${nodeName(step.node)}`).join(', '),
};

export function render({parameters, data, failure, change, page, held}) {
  const said = (name) => parameters[name] ?? '';
  const rows = data?.messages ?? [];
  const way = rows.filter((m) => UNDER_WAY.includes(m.state)).length;
  return html`
    <div class="head"><h1>Messages</h1>
      <span class="muted">${data === undefined ? '' : html`${count(way)} under way, ${count(rows.length - way)} ended${
        data.managers ? html` of ${count(data.managers)} ${data.managers === 1 ? 'manager' : 'managers'}` : rows.length === ROWS ? html`; the first ${count(ROWS)} are shown` : nothing}`}${
        held ? ' – held while you are at the rows' : ''}</span></div>
    ${filters([
      {name: 'state', label: 'State', value: said('state'), options: STATES},
      {name: 'service', label: 'Service', value: said('service')},
      {name: 'node', label: 'Now on node', value: said('node')},
      {name: 'olderThan', label: 'Older than', value: said('olderThan'), placeholder: '2s'},
      {name: 'fault', label: 'Fault says', value: said('fault')},
      {name: 'managers', label: 'Managers', value: said('managers'), options: MANAGERS},
    ], change)}
    ${problem(failure)}
    ${table({
      caption: 'Messages', rows, key: (m) => m.id, page,
      empty: data === undefined ? 'Asking…' : 'No message is so.',
      columns: [
        ...(data?.managers ? [MANAGER] : []),
        {head: 'Message', width: 98, cell: (m) => html`<a class="row" href="#/messages/${m.id}" title=${m.id}>${shortId(m.id)}</a>`},
        {head: 'State', width: 112, cell: (m) => state(m.state)},
        {head: 'Started', kind: 'wide', width: 100, cell: (m) => html`<span title=${m.started}>${time(m.started)}</span>`},
        {head: 'Duration', kind: 'num', width: 90, cell: (m) => millis(m.duration)},
        {head: 'Stage', kind: 'num wide', width: 60, cell: (m) => m.stage || ''},
        {head: 'Service', cell: (m) => html`<span title=${m.service}>${m.service}</span>`},
        ...(data?.managers ? [HELD] : []),
        {head: 'Operation', kind: 'wide', width: 130, cell: (m) => html`<span title=${m.operation}>${m.operation}</span>`},
        {head: 'Flow', kind: 'wider', width: 74, cell: (m) => m.flow},
        {head: 'Orchestration', kind: 'wider', width: 150, cell: (m) => html`<span title=${m.orchestration}>${m.orchestration}</span>`},
        {head: 'Fault', kind: 'wide', width: 340, cell: (m) => faultLine(m.fault)},
      ],
    })}`;
}
