/** What the commands do. */
export { runCreate } from './runCreate';
export { runGetInstances } from './runGetInstances';
