/**
 * Script: starts a cluster and writes the pids of its programs. Arguments: name, folder.
 */
import { startCluster } from '../cluster';

const [name = '', dir = ''] = process.argv.slice(2);
// The cluster's programs do not keep this process alive.
setInterval(() => undefined, 60_000);

void startCluster({ name, dir }).then(
  cluster => process.stdout.write(`${Object.values(cluster.pids).join(' ')}\n`),
  error => {
    process.stderr.write(`${error}\n`);
    process.exit(1);
  },
);
