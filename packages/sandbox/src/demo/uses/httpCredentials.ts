/** Credentials of services that applications call by HTTP. */
import type { Credentials } from './ServiceUse';

/** Header of a request as the user of the credentials. */
export const basicAuth = ({ username, password }: Credentials) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

/** Lists in credentials have one element: `[http://127.0.0.1:9090]`. */
export const onlyElement = (list = ''): string =>
  list.replace(/^\[(.*)\]$/, '$1');
