import { core, type KubeClient } from '@klutch/kube';
import { CrashPoint, type Crash, type Write } from './CrashPoint';

/** A client with one write and one read. */
const fake = (sent: string[]) => {
  const client = {
    delete: async () => {
      sent.push('delete');
      return 'deleted' as const;
    },
    canI: async () => true,
    close: async () => undefined,
  };
  return client as Partial<KubeClient> as KubeClient;
};

const make = (crash: Crash, counts: (write: Write) => boolean = () => true) => {
  const sent: string[] = [];
  const point = new CrashPoint();
  const client = point.client(fake(sent), 'app cluster');
  point.arm(crash, counts);
  const write = (name = 'kubeconfig') =>
    client.delete(core.secrets, { namespace: 'n', name });
  return { sent, point, client, write };
};

it('crashes before the write, and blocks all later calls', async () => {
  const { sent, point, client, write } = make({ write: 2, when: 'before' });
  await write();
  await expect(write()).rejects.toThrow('crashes');
  expect(sent).toEqual(['delete']);
  expect(point.crashedAt).toBe('delete secrets/kubeconfig on the app cluster');
  await expect(write()).rejects.toThrow('has crashed');
  expect(() => client.canI({ verb: 'get', group: '', resource: 'x' })).toThrow(
    'has crashed',
  );
  await client.close();
});

it('crashes when the write is done but its response was not received', async () => {
  const { sent, point, write } = make({ write: 1, when: 'after' });
  const crashed = point.crashed();
  const writing = write();
  expect(point.isDue).toBe(true);
  await expect(writing).rejects.toThrow('crashes');
  expect(point.isDue).toBe(false);
  expect(sent).toEqual(['delete']);
  await crashed;
});

it('passes uncounted writes, and everything when disarmed', async () => {
  const { sent, point, write } = make(
    { write: 1, when: 'before' },
    ({ name, on }) => name === 'a' && on === 'app cluster',
  );
  await write('b');
  point.disarm();
  await write('a');
  expect(sent).toEqual(['delete', 'delete']);
  expect(point.crashedAt).toBeUndefined();
});
