/** The program's own version. */
export { version } from '../package.json';
