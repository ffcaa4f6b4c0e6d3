// The page: asks once a second, and shows the view that the address names.

import {html, nothing, render} from './lit/lit-html.js';
import {ApiError, ask} from './api.js';
import * as charts from './charts.js';
import {clockTime, count} from './format.js';
import * as keys from './keys.js';
import {Series} from './series.js';
import * as settings from './settings.js';
import * as failedView from './view-failed.js';
import * as message from './view-message.js';
import * as messages from './view-messages.js';
import * as nodes from './view-nodes.js';
import * as orchestrations from './view-orchestrations.js';
import * as overview from './view-overview.js';

const SECOND = 1000;
const TOAST_MILLIS = 6000;
const LATEST = '/api/messages?state=COMPLETED,RESPONDED,FAILED&limit=200';
const TABS = [
  ['#/', 'Overview'], ['#/messages', 'Messages'], ['#/nodes', 'Nodes'],
  ['#/orchestrations', 'Orchestrations'], ['#/failed', 'Failed'],
];
const THEMES = {auto: 'As the system', light: 'Light', dark: 'Dark'};

const series = new Series();
const shown = {
  status: null, latest: [], data: undefined, failure: '', lost: null, paused: false, from: 0,
  refreshed: null, toast: '', question: null, busy: false, tokenWrong: false,
  held: false,
};
let route;
let turn = 0; // of the view: counts the seconds since it was opened
let timer;
let asking = 0;

function parse() {
  settings.takeToken();
  const [path, search] = (location.hash || '#/').split('?');
  const [, first = '', ...rest] = path.slice(1).split('/');
  const id = rest.length > 0 ? decoded(rest.join('/')) : undefined;
  const views = {'': overview, messages: id ? message : messages, nodes, orchestrations, failed: failedView};
  return {
    view: views[first] ?? overview, id, path,
    parameters: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** What somebody has cut or typed may be no code of anything: it is taken as it is. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Another view, or the same with other parameters, which keeps what it shows until it has more. */
function go() {
  const before = route;
  route = parse();
  const other = before !== undefined && before.path !== route.path;
  if (other) {
    shown.data = undefined;
    scrollTo(0, 0);
  }
  shown.from = 0;
  shown.failure = '';
  turn = 0;
  document.title = route.view.title + ' – DHArch';
  paint();
  if (other) {
    toContent();
  }
  refresh();
}

const toContent = () => document.getElementById('content')?.focus({preventScroll: true});

/** Changes a parameter of the view, without a step to go back to. */
function change(name, value) {
  const parameters = new URLSearchParams(route.parameters);
  if (value === '') {
    parameters.delete(name);
  } else {
    parameters.set(name, value);
  }
  const said = parameters.toString();
  history.replaceState(null, '', route.path + (said === '' ? '' : '?' + said));
  go();
}

async function refresh() {
  clearTimeout(timer);
  const mine = ++asking;
  const begun = performance.now();
  if (settings.token() !== '' && !shown.paused) {
    await askAll(mine).catch((e) => console.error(e)); // the next one may go well
  }
  if (mine === asking) {
    timer = setTimeout(refresh, Math.max(SECOND / 10, SECOND - (performance.now() - begun)));
  }
}

async function askAll(mine) {
  const of = route;
  const begun = performance.now();
  shown.held = turn > 0 && of.view.holds === true && isUsed();
  const due = !document.hidden && !shown.held && turn % of.view.every === 0;
  const [status, latest, data] = await Promise.allSettled([
    ask('/api/status'),
    ask(LATEST),
    due ? of.view.load({...of, data: shown.data, turn}) : undefined,
  ]);
  if (mine !== asking) {
    return; // the view is another one by now
  }
  turn++;
  if (status.status === 'fulfilled' && latest.status === 'fulfilled') {
    shown.status = status.value;
    shown.latest = latest.value.messages;
    shown.lost = null;
    shown.tokenWrong = false;
    series.add(Date.now(), status.value, shown.latest);
  } else {
    failed(status.reason ?? latest.reason);
  }
  if (due) {
    take(data);
  }
  const asked = performance.now();
  paint();
  shown.refreshed = {at: new Date(), asked: asked - begun, painted: performance.now() - asked};
}

/** What the view has asked for, or why it was refused; what was there before stays then. */
function take(data) {
  if (data.status === 'fulfilled') {
    shown.data = data.value;
    shown.failure = '';
  } else if (!(data.reason instanceof ApiError)) {
    throw data.reason;
  } else if (data.reason.status >= 400 && data.reason.status !== 401) {
    shown.failure = data.reason.message;
  }
}

/** Whether somebody is about to choose a row, which is not to move away then. */
const isUsed = () => document.querySelector('main tbody:hover, main tbody:focus-within') !== null;

function failed(reason) {
  if (reason.status === 401) {
    settings.forgetToken();
    shown.tokenWrong = true;
    shown.status = null;
  } else {
    shown.lost ??= new Date();
  }
}

async function confirmed() {
  shown.busy = true;
  paint();
  try {
    say(await shown.question.act());
    if (route.view === failedView && route.id) {
      location.hash = '#/failed';
    }
  } catch (e) {
    say('Not done: ' + e.message);
  }
  shown.busy = false;
  close();
  turn = 0;
  await refresh();
  if (document.activeElement === document.body) {
    toContent(); // the button that it began with is gone
  }
}

function say(text) {
  shown.toast = text;
  setTimeout(() => {
    if (shown.toast === text) {
      shown.toast = '';
      paint();
    }
  }, TOAST_MILLIS);
}

function open(id) {
  paint();
  document.getElementById(id).showModal();
}

/** The focus goes back to where it was. */
function close() {
  document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
  paint();
}

function confirm(question) {
  shown.question = question;
  open('confirm');
}

function pause() {
  shown.paused = !shown.paused;
  paint();
  refresh();
}

function theme() {
  settings.nextTheme();
  charts.recolour();
  paint();
}

function paint() {
  render(frame(), document.getElementById('app'));
  charts.draw(series);
}

const frame = () => (settings.token() === '' ? entrance() : html`
  <a class="skip" href="#content" @click=${skip}>Skip to content</a>
  <header><div class="bar-top">
    <a class="brand" href="#/"><img src="/ui/icon.svg" alt="">DHArch</a>
    <nav aria-label="Views">${TABS.map(([href, text]) => html`<a href=${href}
      aria-current=${isIn(href) ? 'page' : nothing}>${text}</a>`)}</nav>
    <div class="tools">${health()}
      ${tool(shown.paused ? 'Go on' : 'Pause', '', pause)}
      ${tool('◐', 'Theme: ' + THEMES[settings.theme()], theme)}
      ${tool('?', 'Shortcuts', () => open('help'))}
    </div>
  </div></header>
  <main id="content" tabindex="-1">
    ${shown.lost
      ? html`<p class="banner" role="alert">Nothing answers since ${clockTime(shown.lost)}; asked again every second.</p>`
      : nothing}
    ${shown.status ? route.view.render({
      ...route, ...shown, series, change, confirm, page: {from: shown.from, show},
    }) : html`<p class="muted">Asking…</p>`}
  </main>
  <footer>${shown.refreshed ? refreshed(shown.refreshed) : nothing}</footer>
  ${helpDialog()}${confirmDialog()}
  ${probes}<div class="toast" role="status">${shown.toast}</div>`);

const refreshed = ({at, asked, painted}) => html`
  <span>Refreshed ${clockTime(at)}</span>
  <span id="took" data-asked=${asked} data-painted=${painted}>in ${count(asked)} ms, drawn in ${count(painted)} ms</span>`;

/** What the charts read their colours from. */
const probes = html`<span class="probe"><i class="c-one"></i><i class="c-two"></i><i class="c-three"></i><i
  class="c-line"></i><i class="c-muted"></i></span>`;

const tool = (text, label, action) =>
  html`<button class="quiet" aria-label=${label || nothing} title=${label || nothing} @click=${action}>${text}</button>`;

const isIn = (href) => (href === '#/' ? route.view === overview : route.path.startsWith(href));

const health = () =>
  shown.status === null
    ? nothing
    : shown.lost
      ? html`<span class="state bad">no answer</span>`
      : shown.status.ready
        ? html`<span class="state good">ready</span>`
        : html`<span class="state bad">not ready</span>`;

function skip(event) {
  event.preventDefault();
  toContent();
}

function show(from) {
  shown.from = from;
  paint();
}

const entrance = () => html`
  <main id="content" tabindex="-1"><div class="card pad">
    <form class="filters" @submit=${enter}>
      <h1>DHArch monitor</h1>
      <label>Token <input name="token" type="password" autocomplete="off" required></label>
      <button class="main">Open</button>
    </form>
    <p class="muted">It is in the file that the manager named behind <code>ADMIN</code>;
      <code>./dharch monitor</code> prints an address that has it.</p>
    ${shown.tokenWrong
      ? html`<p class="problem" role="alert">That is not its token, or not any more: each start of a manager has a new one.</p>`
      : nothing}
  </div></main>${probes}`;

function enter(event) {
  event.preventDefault();
  settings.setToken(new FormData(event.target).get('token'));
  go();
}

const helpDialog = () => html`<dialog id="help" aria-labelledby="help-title">
  <div class="stack">
    <h1 id="help-title">Shortcuts</h1>
    <dl>${keys.SHORTCUTS.map(([key, text]) => html`
      <dt>${key.split(' ').map((k) => html`<kbd>${k}</kbd> `)}</dt><dd>${text}</dd>`)}</dl>
    <label class="check"><input type="checkbox" .checked=${settings.shortcuts()}
      @change=${(e) => settings.setShortcuts(e.target.checked)}> Shortcuts are on</label>
    <div class="buttons"><button class="main" @click=${close}>Close</button></div>
  </div></dialog>`;

const confirmDialog = () => html`<dialog id="confirm" aria-labelledby="confirm-title" aria-describedby="confirm-text">
  <div class="stack">
    <h1 id="confirm-title">${shown.question?.title}</h1>
    <p id="confirm-text">${shown.question?.text}</p>
    <div class="buttons">
      <button @click=${close}>Cancel</button>
      <button class=${shown.question?.danger ? 'danger' : 'main'} ?disabled=${shown.busy}
        @click=${confirmed}>${shown.question?.button}</button>
    </div>
  </div></dialog>`;

settings.applyTheme();
keys.listen({p: pause, t: theme, '?': () => open('help')});
addEventListener('hashchange', go);
go();
