/** Questions at the terminal, in a module of its own so that only this kind of question is in the bundle, and loaded when asked. */
export { confirm } from '@inquirer/prompts';
