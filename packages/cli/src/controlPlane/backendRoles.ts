/** The command of the binding backend, in a module of its own so that it is loaded when it runs. */
export { rolesCommand } from '@klutch/binding-backend';
