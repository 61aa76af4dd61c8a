/** What goes to the identity provider and back as `state`: good only in the browser that began. */
import { createHmac } from 'node:crypto';
import { equalsConstantTime, newSecret } from './secrets';

const separator = '.';

const sign = (id: string, browserSecret: string) =>
  createHmac('sha256', browserSecret).update(id).digest('base64url');

/** A random id and its HMAC under the secret that this browser's cookie holds. */
export const newState = (browserSecret: string): string => {
  const id = newSecret();
  return `${id}${separator}${sign(id, browserSecret)}`;
};

/** Whether a state was made for the browser with this secret. */
export const isStateOf = (state: string, browserSecret: string): boolean => {
  const [id = '', signature = '', ...more] = state.split(separator);
  return (
    id !== '' &&
    more.length === 0 &&
    equalsConstantTime(signature, sign(id, browserSecret))
  );
};
