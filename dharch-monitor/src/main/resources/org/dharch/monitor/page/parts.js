// Pieces that several views are made of. All text goes in as text.

import {html, nothing, svg} from './lit/lit-html.js';
import {repeat} from './lit/directives/repeat.js';
import {count, time} from './format.js';

const PAGE = 50;

const TONES = {
  WAITING: 'warn', EXECUTING: 'busy', COMPENSATING: 'warn', NOTIFYING: 'busy',
  COMPLETED: 'good', RESPONDED: 'good', FAILED: 'bad',
  READY: 'good', DRAINING: 'warn', STOPPED: 'bad',
};

/** A state: its word, and a dot of its colour. */
export const state = (name) =>
  html`<span class="state ${TONES[name] ?? 'busy'}">${name.toLowerCase()}</span>`;

export const instant = (value) =>
  html`<time datetime=${value} title=${value}>${time(value)}</time>`;

/** A fault in a line. */
export const faultLine = (fault) =>
  fault
    ? html`<span class="fault" title=${fault.reason}><b>${fault.code}</b>${
        fault.handler ? html` <code>${fault.handler}</code>` : nothing} ${fault.reason}</span>`
    : nothing;

/**
 * A table whose rows stay the same elements as long as their keys do.
 *
 * @param columns each with head, cell(row), and perhaps width in pixels, without which it takes
 *     what is left, and kind: num, wide (not on a narrow screen), wider (on a wide one only)
 * @param page the rows shown: from, and what is called to show others
 */
export function table({caption, columns, rows, key, empty, page}) {
  const from = page ? Math.min(page.from, Math.max(0, Math.ceil(rows.length / PAGE) - 1) * PAGE) : 0;
  const shown = page ? rows.slice(from, from + PAGE) : rows;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption class="unseen">${caption}</caption>
        <colgroup>${columns.map((c) => html`<col class=${c.kind ?? ''} width=${c.width ?? nothing}>`)}</colgroup>
        <thead><tr>${columns.map((c) => html`<th scope="col" class=${c.kind ?? ''}>${c.head}</th>`)}</tr></thead>
        <tbody>${shown.length === 0
          ? html`<tr class="none"><td colspan=${columns.length}>${empty}</td></tr>`
          : repeat(shown, key, (row) => html`<tr>${columns.map(
              (c) => html`<td class=${c.kind ?? ''}>${c.cell(row)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
    ${page && rows.length > PAGE ? pager(from, rows.length, page.show) : nothing}`;
}

const pager = (from, all, show) => html`
  <div class="pager">
    <button ?disabled=${from === 0} @click=${() => show(from - PAGE)}>Before</button>
    <span>${count(from + 1)} to ${count(Math.min(all, from + PAGE))} of ${count(all)}</span>
    <button ?disabled=${from + PAGE >= all} @click=${() => show(from + PAGE)}>Next</button>
  </div>`;

/** How much of something is taken. */
export function bar(part, whole, label) {
  const share = whole > 0 ? Math.min(1, part / whole) : 0;
  return html`<svg class="bar ${share >= 1 ? 'full' : ''}" role="img" aria-label=${label}>
    <title>${label}</title>
    <rect class="all" width="100%" height="100%" rx="2"></rect>
    ${share > 0 ? svg`<rect class="part" width=${100 * share + '%'} height="100%" rx="2"></rect>` : nothing}
  </svg>`;
}

/**
 * A form of filters, whose values stand in the address.
 *
 * @param fields each with name, label, value, and perhaps options (value and text), placeholder
 */
export const filters = (fields, change) => html`
  <form class="filters" role="search" @submit=${(e) => e.preventDefault()}>
    ${fields.map((field) => html`<label>${field.label}${field.options
      ? html`<select name=${field.name} @change=${(e) => change(field.name, e.target.value)}>${field.options.map(
          ([value, text]) => html`<option value=${value} .selected=${value === field.value}>${text}</option>`)}</select>`
      : html`<input name=${field.name} type="search" autocomplete="off" spellcheck="false"
          placeholder=${field.placeholder ?? ''} .value=${field.value}
          @input=${(e) => later(() => change(field.name, e.target.value))}>`}</label>`)}
  </form>`;

const TYPING_MILLIS = 250;
let waiting;

function later(action) {
  clearTimeout(waiting);
  waiting = setTimeout(action, TYPING_MILLIS);
}

/** What went wrong with a question, where it was asked. */
export const problem = (text) => (text ? html`<p class="problem" role="alert">${text}</p>` : nothing);

/** A message's notes: a trace unfolds. */
export const notes = (lines) =>
  lines.length === 0
    ? nothing
    : html`<ul class="notes">${lines.map((line) => {
        const at = line.indexOf('\n');
        return html`<li>${at < 0
          ? line
          : html`<details><summary>${line.slice(0, at)}</summary><pre tabindex="0">${line.slice(at + 1)}</pre></details>`}</li>`;
      })}</ul>`;
