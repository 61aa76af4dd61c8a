/** A process that runs one instance until it is killed, for the test that no server outlives its provider. */
import { openDataServices } from '../../../host/openDataServices';
import { postgresql } from '../engine';
import { orderOf } from './postgresql';

async function serve(dataDir: string) {
  const [service] = await openDataServices([postgresql], dataDir, {
    onError: message => process.stderr.write(`${message}\n`),
  });
  await service?.ensureInstance(orderOf());
  process.stdout.write('serving\n');
}

void serve(process.argv[2] ?? '');
