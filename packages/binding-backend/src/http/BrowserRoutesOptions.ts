/** Dependencies of the HTML routes. */
import type { Handshake } from '../handshake/createHandshake';
import type { Cookies } from './cookies';

/** Dependencies of the routes. */
export interface BrowserRoutesOptions {
  handshake: Handshake;
  cookies: Cookies;
  /** Human-readable name of the provider. */
  prettyName: string;
}
