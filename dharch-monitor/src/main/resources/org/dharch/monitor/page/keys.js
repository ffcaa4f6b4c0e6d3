// Shortcuts. All of what they do can be reached without them.

import {shortcuts} from './settings.js';

const GO = {o: '#/', m: '#/messages', n: '#/nodes', r: '#/orchestrations', f: '#/failed'};
const GO_MILLIS = 1500;

export const SHORTCUTS = [
  ['g o', 'Overview'],
  ['g m', 'Messages'],
  ['g n', 'Nodes'],
  ['g r', 'Orchestrations'],
  ['g f', 'Failed'],
  ['/', 'To the filter'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['p', 'Pause, go on'],
  ['t', 'Light, dark, as the system'],
  ['?', 'These shortcuts'],
  ['Esc', 'Close'],
];

let goUntil = 0;

/** @param actions what p, t and ? do */
export function listen(actions) {
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, select, textarea');
    if (event.key === 'Escape' && typing) {
      typing.blur();
      return;
    }
    const other = event.ctrlKey || event.metaKey || event.altKey || typing;
    if (other || !shortcuts() || document.querySelector('dialog[open]')) {
      return;
    }
    if (act(event.key, actions)) {
      event.preventDefault();
    }
  });
}

function act(key, actions) {
  const go = Date.now() < goUntil;
  goUntil = 0;
  if (go && GO[key]) {
    location.hash = GO[key];
  } else if (key === 'g') {
    goUntil = Date.now() + GO_MILLIS;
  } else if (key === '/') {
    document.querySelector('main input, main select')?.focus();
  } else if (key === 'j' || key === 'k') {
    move(key === 'j' ? 1 : -1);
  } else if (actions[key]) {
    actions[key]();
  } else {
    return false;
  }
  return true;
}

function move(by) {
  const rows = [...document.querySelectorAll('main tbody a.row')];
  const now = rows.indexOf(document.activeElement?.closest('tr')?.querySelector('a.row'));
  const next = now < 0 ? (by > 0 ? 0 : rows.length - 1) : now + by;
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
}
