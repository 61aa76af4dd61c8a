/** The OAuth `state` parameter, which is valid only in the browser that started the sign-in. */
import { createHmac } from 'node:crypto';
import { equalsConstantTime, newSecret } from './secrets';

const separator = '.';

const sign = (id: string, browserSecret: string) =>
  createHmac('sha256', browserSecret).update(id).digest('base64url');

/** A random id and its HMAC with the secret in this browser's cookie. */
export const newState = (browserSecret: string): string => {
  const id = newSecret();
  return `${id}${separator}${sign(id, browserSecret)}`;
};

/** Whether a state was created for the browser with this secret. */
export const isStateOf = (state: string, browserSecret: string): boolean => {
  const [id = '', signature = '', ...more] = state.split(separator);
  return (
    id !== '' &&
    more.length === 0 &&
    equalsConstantTime(signature, sign(id, browserSecret))
  );
};
