/** A replica of the portal in a process of its own, which a test may kill. */
import { startPortal } from './portal';
import type { ReplicaInput, ReplicaMessage, ReplicaOrder } from './replicas';

const send = (message: ReplicaMessage) => void process.send?.(message);

async function serve({ klutch, database }: ReplicaInput): Promise<void> {
  const portal = await startPortal(klutch, {
    database,
    onSignal: () => send({ kind: 'signal' }),
    onTask: id => send({ kind: 'task', id }),
  });
  process.on('message', async ({ runTask, now }: ReplicaOrder) => {
    await portal.runTask(runTask, new Date(now));
    send({ kind: 'done' });
  });
  send({ kind: 'url', url: portal.url });
}

// Ends with the test.
process.on('disconnect', () => process.exit(1));
process.once('message', (input: ReplicaInput) => void serve(input));
