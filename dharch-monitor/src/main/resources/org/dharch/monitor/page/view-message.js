// One message: where it is, why it failed, and what happened when.

import {html, nothing} from './lit/lit-html.js';
import {ask} from './api.js';
import {millis, nodeName, time} from './format.js';
import {notes, problem, state, table} from './parts.js';
import {waterfall} from './waterfall.js';

export const title = 'Message';
export const every = 1;
export const within = '#/messages';

/** One that has ended stays as it is; one that is not here may be another manager's. */
export const load = async ({id, data}) => {
  if (data?.id === id && data.left === undefined) {
    return data;
  }
  const way = '/messages/' + encodeURIComponent(id);
  try {
    return await ask('/api' + way);
  } catch (e) {
    if (e.status !== 404) {
      throw e;
    }
    const {managers} = await ask('/api/managers' + way);
    const has = managers.find((one) => one.messages.length > 0);
    if (!has) {
      throw e;
    }
    return {...has.messages[0], manager: has.name};
  }
};

export function render({id, data, failure}) {
  return html`
    <div class="head"><h1>Message <span class="mono">${id}</span></h1>${data ? state(data.state) : nothing}</div>
    ${problem(failure)}
    ${data ? html`${facts(data)}${faultBox(data.fault)}${now(data)}${what(data)}` : nothing}`;
}

const facts = (message) => html`
  <dl class="card pad facts">
    ${fact('Manager', message.manager ?? '')}${fact('Service', message.service)}${fact('Operation', message.operation)}${fact('Flow', message.flow)}
    ${fact('Orchestration', html`<a href="#/orchestrations/${encodeURIComponent(message.orchestration)}">${message.orchestration}</a>`)}
    ${fact('Started', time(message.started))}${message.ended ? fact('Ended', time(message.ended)) : nothing}
    ${fact(message.ended ? 'Duration' : 'Duration so far', millis(message.duration))}
    ${message.left === undefined ? nothing : fact('Left until its deadline', millis(message.left))}
    ${message.toCompensate?.length > 0 ? fact('To compensate if it halts', message.toCompensate.join(', ')) : nothing}
  </dl>`;

const fact = (name, value) => (value === '' ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`);

/** Why it failed. */
export const faultBox = (fault) =>
  fault
    ? html`<div class="fault-box"><h2>${fault.code}${fault.handler ? html` in <code>${fault.handler}</code>` : nothing}</h2>
        <p>${fault.reason}</p></div>`
    : nothing;

const now = (message) =>
  message.left === undefined
    ? nothing
    : html`<section><h2>Now</h2>${table({
        caption: 'Its handlers now', rows: message.steps, empty: 'No handler has its turn.',
        key: (step) => step.stage + step.role + step.handler,
        columns: [
          {head: 'Handler', cell: (step) => html`<span title=${step.handler}>${step.handler}</span>`},
          {head: 'Stage', kind: 'num wide', width: 60, cell: (step) => step.stage},
          {head: 'State', width: 110, cell: (step) => step.state.toLowerCase() + (step.role === 'PERFORM' ? '' : ', ' + step.role.toLowerCase())},
          {head: 'Node', width: 120, cell: (step) => html`<span title=${step.node}>${nodeName(step.node)}</span>`},
          {head: 'Attempt', kind: 'num wide', width: 76, cell: (step) => step.attempt || ''},
          {head: 'For', kind: 'num', width: 86, cell: (step) => (step.since > 0 ? millis(step.since) : '')},
          {head: 'Failed before', kind: 'wide', cell: (step) => html`<span title=${step.fault?.reason ?? ''}>${step.fault?.reason ?? ''}</span>`},
        ],
      })}</section>`;

/** The waterfall of a message, and what is known beside it. */
export const what = (message) => html`
  <section><h2>What happened when</h2>${waterfall(message)}</section>
  ${message.timeline.notes.length > 0
    ? html`<section><h2>Notes</h2><div class="card pad">${notes(message.timeline.notes)}</div></section>`
    : nothing}`;
