// What the page remembers: the token for this tab, the theme and the shortcuts for this browser.

const TOKEN = 'dharch.token';
const THEME = 'dharch.theme';
const KEYS = 'dharch.shortcuts';
const THEMES = ['auto', 'light', 'dark'];

export const token = () => sessionStorage.getItem(TOKEN) ?? '';

export function setToken(value) {
  sessionStorage.setItem(TOKEN, value.trim());
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

/** Takes a token out of the address, where it is not to stay. */
export function takeToken() {
  const said = /^#token=([0-9A-Za-z]+)$/.exec(location.hash);
  if (said) {
    setToken(said[1]);
    history.replaceState(null, '', location.pathname + '#/');
  }
}

export function theme() {
  const said = localStorage.getItem(THEME);
  return THEMES.includes(said) ? said : 'auto';
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

export function nextTheme() {
  localStorage.setItem(THEME, THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
  applyTheme();
}

export const shortcuts = () => localStorage.getItem(KEYS) !== 'off';

export function setShortcuts(on) {
  localStorage.setItem(KEYS, on ? 'on' : 'off');
}
