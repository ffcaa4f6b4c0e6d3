// Asks the admin port. The token goes in a header, never in an address or a cookie.

import {token} from './settings.js';

const LIMIT_MILLIS = 10000;
const ACTION_MILLIS = 300000; // a thousand messages, each forced to the disk

/** The most rows that are ever asked for at once. */
export const ROWS = 200;

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function ask(path, method = 'GET') {
  if (!/^[\x21-\x7e]+$/.test(token())) {
    throw new ApiError(401, 'no token'); // no header can have it, as if nothing answered
  }
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: {Authorization: 'Bearer ' + token()},
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(method === 'GET' ? LIMIT_MILLIS : ACTION_MILLIS),
    });
  } catch (e) {
    throw new ApiError(0, e.name === 'TimeoutError' ? 'no answer in time' : 'nothing answers');
  }
  const text = await answer.text();
  if (!answer.ok) {
    throw new ApiError(answer.status, text.trim());
  }
  return JSON.parse(text);
}

/** A query of what is not empty, with its question mark; empty if nothing is. */
export function query(parameters) {
  const said = Object.entries(parameters).filter(([, value]) => value !== '' && value !== undefined);
  return said.length === 0 ? '' : '?' + new URLSearchParams(said);
}
