// The orchestrations that are in force, as pictures.

import {html, nothing} from './lit/lit-html.js';
import {ask} from './api.js';
import {millis} from './format.js';
import {problem, table} from './parts.js';
import {picture} from './picture.js';

export const title = 'Orchestrations';
export const every = 5;

export async function load({id}) {
  const list = ask('/api/orchestrations');
  const [all, handlers] = await Promise.all([list, ask('/api/handlers')]);
  const name = id ?? all.orchestrations[0]?.name;
  const one = name === undefined ? null : await ask('/api/orchestrations/' + encodeURIComponent(name));
  return {
    all: all.orchestrations,
    one,
    served: new Map(handlers.handlers.map((handler) => [handler.name, handler.nodes.length])),
  };
}

export function render({data, failure, page}) {
  return html`
    <div class="head"><h1>Orchestrations</h1></div>
    ${problem(failure)}
    ${table({
      caption: 'Orchestrations', rows: data?.all ?? [], key: (one) => one.name, page,
      empty: data === undefined ? 'Asking…' : 'There is none: messages just pass through.',
      columns: [
        {head: 'Name', width: 170, cell: (one) => link(one.name, data.one?.name)},
        {head: 'Durable', kind: 'wide', width: 80, cell: (one) => (one.durable ? 'yes' : '')},
        {head: 'Stages', cell: (one) => html`<code title=${one.stages}>${one.stages}</code>`},
      ],
    })}
    ${data?.one ? drawn(data.one, data.served) : nothing}`;
}

const link = (name, shown) => html`<a class="row" href="#/orchestrations/${encodeURIComponent(name)}"
  title=${name} aria-current=${name === shown ? 'true' : nothing}>${name}</a>`;

const drawn = (one, served) => html`
  <section>
    <div class="head"><h2>${one.name}</h2><span class="muted">${[
      one.durable ? 'durable' : '',
      one.deadline ? 'deadline ' + millis(one.deadline) : '',
    ].filter((text) => text !== '').join(', ')}</span></div>
    ${picture(one, served)}
    <details><summary>As Mermaid</summary><pre tabindex="0">${one.mermaid}</pre></details>
    <details><summary>As DOT, for Graphviz</summary><pre tabindex="0">${one.dot}</pre></details>
  </section>`;
