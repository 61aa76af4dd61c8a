/** A process that runs one instance until it is killed, for the test that no server outlives its provider. */
import { openServiceHosts } from '../../../host/openServiceHosts';
import { postgresql } from '../engine';
import { orderOf } from './postgresql';

async function serve(dataDir: string) {
  const [service] = await openServiceHosts([postgresql], dataDir, {
    onError: message => process.stderr.write(`${message}\n`),
  });
  await service?.ensureInstance(orderOf());
  process.stdout.write('serving\n');
}

void serve(process.argv[2] ?? '');
