/** What the commands do. */
export { runConnect } from './runConnect';
export { runGetCredentials } from './runGetCredentials';
