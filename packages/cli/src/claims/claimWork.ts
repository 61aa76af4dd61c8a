/** What the commands for data services do. */
export { clusterNames } from '../completion/clusterNames';
export { runConnect } from '../credentials/runConnect';
export { runGetCredentials } from '../credentials/runGetCredentials';
export { runTrace } from '../trace/runTrace';
export { runCreate } from './runCreate';
export { runGetInstances } from './runGetInstances';
