// Failed messages that are kept, replayed and dropped: one, or all that a filter means.

import {html, nothing} from './lit/lit-html.js';
import {ask, query, ROWS} from './api.js';
import {bytes, count, shortId} from './format.js';
import {faultLine, filters, instant, problem, table} from './parts.js';
import {faultBox, what} from './view-message.js';

const CODES = ['HANDLER_FAILED', 'HANDLER_TIMED_OUT', 'NOT_SERVED', 'CONFLICT', 'MALFORMED', 'TOO_LARGE',
  'DEADLINE', 'BUSY', 'CANCELLED', 'SHUT_DOWN', 'NOT_STORED', 'NOT_DELIVERED'];
const SINCE = [['', 'ever'], ['5m', '5 minutes ago'], ['1h', 'an hour ago'], ['1d', 'a day ago'], ['7d', 'a week ago']];

export const title = 'Failed';
export const every = 5; // the manager reads all that are kept for it

const filter = ({handler, fault, since, text}) => ({handler, fault, since, text});

export const load = async ({id, parameters}) =>
  id ? {one: await ask('/api/failed/' + encodeURIComponent(id))}
    : ask('/api/failed' + query({...filter(parameters), limit: ROWS}));

export const render = (view) => (view.id ? one(view) : all(view));

function all({parameters, data, failure, change, page, confirm}) {
  const said = (name) => parameters[name] ?? '';
  const rows = data?.failed ?? [];
  const matched = data?.matched ?? 0;
  return html`
    <div class="head"><h1>Failed</h1>
      <span class="muted">${data === undefined ? '' : html`${count(matched)} of ${count(data.kept)} that are kept${
        matched > ROWS ? html`; the latest ${count(ROWS)} are shown` : nothing}`}</span>
      <span class="end">
        <button ?disabled=${matched === 0}
          @click=${() => confirm(bulk('replay', parameters, matched))}>Replay all ${count(matched)}</button>
        <button class="danger" ?disabled=${matched === 0}
          @click=${() => confirm(bulk('drop', parameters, matched))}>Drop all ${count(matched)}</button>
      </span></div>
    ${filters([
      {name: 'fault', label: 'Fault', value: said('fault'), options: [['', 'any'], ...CODES.map((code) => [code, code])]},
      {name: 'handler', label: 'Handler', value: said('handler')},
      {name: 'since', label: 'Since', value: said('since'), options: SINCE},
      {name: 'text', label: 'Fault, service, id say', value: said('text')},
    ], change)}
    ${problem(failure)}
    ${table({
      caption: 'Failed messages', rows, key: (m) => m.id, page,
      empty: data === undefined ? 'Asking…' : data.kept === 0 ? 'No failed message is kept.' : 'None is so.',
      columns: [
        {head: 'Message', width: 98, cell: (m) => html`<a class="row" href="#/failed/${m.id}" title=${m.id}>${shortId(m.id)}</a>`},
        {head: 'When', width: 110, cell: (m) => (m.at ? instant(m.at) : '')},
        {head: 'Service', kind: 'wide', width: 130, cell: (m) => html`<span title=${m.service}>${m.service}</span>`},
        {head: 'Operation', kind: 'wider', width: 110, cell: (m) => html`<span title=${m.operation}>${m.operation}</span>`},
        {head: 'Orchestration', kind: 'wider', width: 120, cell: (m) => html`<span title=${m.orchestration}>${m.orchestration}</span>`},
        {head: 'Client', kind: 'wider', width: 110, cell: (m) => html`<span title=${m.client}>${m.client}</span>`},
        {head: 'Node', kind: 'wide', width: 100, cell: (m) => m.node ?? ''},
        {head: 'Size', kind: 'num wider', width: 80, cell: (m) => bytes(m.bytes)},
        {head: 'Fault', cell: (m) => faultLine(m.fault)},
        {head: html`<span class="unseen">Actions</span>`, kind: 'acts wide', width: 134, cell: (m) => buttons(m, confirm, 'small')},
      ],
    })}`;
}

function one({id, data, failure, confirm}) {
  const message = data?.one;
  return html`
    <div class="head"><h1>Failed message <span class="mono">${id}</span></h1>
      ${message ? html`<span class="end">${buttons(message, confirm, '')}</span>` : nothing}</div>
    ${problem(failure)}
    ${message ? html`
      <dl class="card pad facts">
        <div><dt>When</dt><dd>${message.at ? instant(message.at) : '–'}</dd></div>
        <div><dt>Service</dt><dd>${message.service}</dd></div>
        <div><dt>Operation</dt><dd>${message.operation}</dd></div>
        <div><dt>Orchestration</dt><dd>${message.orchestration}</dd></div>
        <div><dt>Client</dt><dd>${message.client || '–'}</dd></div>
        <div><dt>Node</dt><dd>${message.node || '–'}</dd></div>
        <div><dt>Size</dt><dd>${bytes(message.bytes)}</dd></div>
      </dl>
      ${faultBox(message.fault)}
      ${message.timeline ? what({...message, state: 'FAILED', age: message.timeline.ended}) : nothing}` : nothing}`;
}

const buttons = (message, confirm, kind) => html`
  <button class=${kind} aria-label="Replay ${shortId(message.id)}"
    @click=${() => confirm(single('replay', message))}>Replay</button>
  <button class="${kind} danger" aria-label="Drop ${shortId(message.id)}"
    @click=${() => confirm(single('drop', message))}>Drop</button>`;

const EXPLAINED = {
  replay: 'It goes on with the stage that failed, or begins anew where it cannot, as soon as its handlers and its service are there; the answer is discarded.',
  drop: 'Forgotten for good.',
};

const unknown = (message) => message.unknown ?? [];

/** What nobody knows, which is confirmed with the replay of one, and is not with that of many. */
const doubt = (message) => (unknown(message).length === 0
  ? '' : `Nobody knows whether ${unknown(message).join(', ')} performed; it performs once more. `);

const again = (action, message) => (action === 'replay' && unknown(message).length > 0 ? '?again=true' : '');

const single = (action, message) => ({
  title: `${action === 'replay' ? 'Replay' : 'Drop'} message ${shortId(message.id)}?`,
  text: (action === 'replay' ? doubt(message) : '') + EXPLAINED[action],
  button: action === 'replay' ? 'Replay' : 'Drop',
  danger: action === 'drop',
  act: async () => done(action, await ask(`/api/failed/${message.id}/${action}` + again(action, message), 'POST')),
});

function bulk(action, parameters, matched) {
  const some = filter(parameters);
  const any = Object.values(some).some((value) => value);
  const said = Object.entries(some).filter(([, value]) => value).map(([name, value]) => `${name} ${value}`);
  return {
    title: `${action === 'replay' ? 'Replay' : 'Drop'} ${count(matched)} ${matched === 1 ? 'message' : 'messages'}?`,
    text: (any ? `All that failed with ${said.join(', ')}. ` : 'All that are kept. ') + EXPLAINED[action],
    button: action === 'replay' ? 'Replay all' : 'Drop all',
    danger: action === 'drop',
    act: async () => done(action, await ask(`/api/failed/${action}` + query(any ? some : {all: 'true'}), 'POST')),
  };
}

function done(action, answer) {
  const word = action === 'replay' ? 'to be replayed' : 'dropped';
  const refused = answer.refused.length === 0
    ? ''
    : `; ${count(answer.refused.length)} refused: ${answer.refused[0].reason}`;
  return `${count(answer.done)} ${word}${refused}${answer.left > 0 ? `; ${count(answer.left)} are left` : ''}`;
}
