// An orchestration as a picture: stages from left to right, the handlers of one below each other.

import {html, nothing} from './lit/lit-html.js';

/**
 * @param one the orchestration
 * @param served how many nodes serve a handler, by its name
 */
export const picture = (one, served) => html`
  <figure class="card picture" tabindex="0" aria-label="Orchestration ${one.name}: ${one.stages}">
    <ol class="seq">
      <li><div class="end-point">${one.rules.length === 0
        ? 'messages that name it'
        : one.rules.map((rule) => html`<div>${rule}</div>`)}</div></li>
      ${items(one.body, served)}
      <li><div class="end-point">done</div></li>
    </ol>
  </figure>`;

const items = (construct, served) =>
  construct.kind === 'sequence' && !construct.onFault
    ? construct.parts.map((part) => items(part, served))
    : html`<li>${drawn(construct, served)}</li>`;

const sequence = (body, served) =>
  body.parts.length === 0
    ? html`<span class="muted">nothing</span>`
    : html`<ol class="seq">${items(body, served)}</ol>`;

const catching = (body, served) => html`
  <div class="frame"><span class="label">sequence</span><ol class="seq">${
    body.parts.map((part) => items(part, served))}</ol>${body.onFault.map((fault) => html`
    <div class="way-row"><code>on ${fault.codes.length === 0 ? 'any fault' : fault.codes.join(', ')}</code>${
      sequence(fault.body, served)}</div>`)}</div>`;

function drawn(construct, served) {
  if (construct.kind === 'sequence') {
    return catching(construct, served);
  }
  if (construct.branches) {
    return html`<ul class="stage-box" aria-label="branches at the same time">${
      construct.branches.map((branch) => html`<li>${sequence(branch, served)}</li>`)}</ul>`;
  }
  if (construct.kind === 'stage') {
    const all = construct.handlers.map((one) => handler(one, served));
    if (construct.first) {
      return html`<div class="frame"><span class="label">the first of</span>
        <ul class="stage-box" aria-label="the first of these">${all.map((one) => html`<li>${one}</li>`)}</ul></div>`;
    }
    return all.length === 1
      ? all[0]
      : html`<ul class="stage-box" aria-label="at the same time">${all.map((one) => html`<li>${one}</li>`)}</ul>`;
  }
  if (construct.kind === 'choose') {
    return html`<div class="frame"><span class="label">choose</span>${construct.ways.map((way) => html`
      <div class="way-row"><code>${way.when}</code>${sequence(way.body, served)}</div>`)}</div>`;
  }
  return html`<div class="frame"><span class="label">repeat ${construct.while ? 'at most ' : ''}${
    construct.times}×${construct.while ? html` while <code>${construct.while}</code>` : nothing}</span>${
    sequence(construct.body, served)}</div>`;
}

function handler(one, served) {
  const tags = [
    one.oneway ? 'oneway' : one.mustPerform ? '' : 'may fail',
    one.mayRespond ? 'may respond' : '',
    one.atomicity === 'stateless' ? '' : one.atomicity,
    one.retries > 0 ? `${one.retries} retries` : '',
    one.compensator ? 'compensated by ' + one.compensator : '',
    one.node ? 'on ' + one.node : '',
    one.send ? 'is sent ' + (one.send.join(', ') || 'nothing') : '',
  ].filter((tag) => tag !== '');
  const nodes = served.get(one.name);
  return html`<div class="handler ${one.oneway ? 'oneway' : ''}"><b>${one.name}</b>
    <span class="served ${nodes === 0 ? 'bad' : ''}">${
      nodes === undefined ? nothing : nodes === 0 ? 'no node' : nodes === 1 ? '1 node' : nodes + ' nodes'}</span>
    ${tags.length > 0 ? html`<span class="tags">${tags.map((tag) => html`<span class="chip">${tag}</span>`)}</span>` : nothing}
  </div>`;
}
