/** What the commands do. */
export { rolesCommand } from '@klutch/binding-backend';
export { runClusters } from './runClusters';
