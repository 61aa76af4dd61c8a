import { LookupAddress, LookupOptions } from 'node:dns';
import { LookupFunction } from 'node:net';
import { guardedLookup } from './guardedLookup';
import { KubeConfigPolicy, kubeConfigPolicies } from './KubeConfigPolicy';
import { KubeconfigRefusedError } from '../KubeconfigRefusedError';

const { strict } = kubeConfigPolicies;
const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

interface Answer {
  error: unknown;
  found: string | LookupAddress[];
  family?: number;
}

const ask = (
  lookup: LookupFunction,
  options: LookupOptions = { all: true },
  name = 'apps.example.com',
) =>
  new Promise<Answer>(resolve => {
    lookup(name, options, (error, found, family) =>
      resolve({ error, found, family }),
    );
  });

/** A lookup that returns these results, one after the other. */
function resolver(...answers: (LookupAddress[] | Error)[]) {
  return jest.fn<void, Parameters<LookupFunction>>((_, options, callback) => {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) callback(answer, '');
    else if (options.all) callback(null, answer);
    else callback(null, answer[0]?.address ?? '', answer[0]?.family);
  });
}

const both = [v4('8.8.8.8'), v6('2a00::1')];

it('returns all addresses, or the first, as requested', async () => {
  expect(await ask(guardedLookup(strict, resolver(both)))).toEqual({
    error: null,
    found: both,
  });
  for (const options of [{}, { all: false }, { family: 4 as const }]) {
    expect(await ask(guardedLookup(strict, resolver(both)), options)).toEqual({
      error: null,
      found: '8.8.8.8',
      family: 4,
    });
  }
});

it('passes on all options, and requests all addresses', async () => {
  const lookup = resolver(both, both);
  const options = { family: 'IPv6', hints: 1024, order: 'verbatim' } as const;
  await ask(guardedLookup(strict, lookup), options);
  await ask(guardedLookup(strict, lookup), { ...options, all: true });
  for (const [name, passed] of lookup.mock.calls) {
    expect(name).toBe('apps.example.com');
    expect(passed).toEqual({ ...options, all: true });
  }
});

it.each<[string, LookupAddress[]]>([
  ['loopback', [v4('127.0.0.1')]],
  ['loopback', [v6('::ffff:127.0.0.1')]],
  ['loopback', [v4('8.8.8.8'), v6('::1')]],
  ['metadata', [v4('8.8.8.8'), v4('8.8.4.4'), v4('169.254.169.254')]],
  ['link-local', [v6('fe80::1%eth0'), v4('8.8.8.8')]],
  ['reserved-address', [v4('not an address')]],
])(
  'refuses %s among %j, for one address and for all',
  async (reason, answer) => {
    for (const options of [{ all: true }, { all: false }]) {
      const { error, found } = await ask(
        guardedLookup(strict, resolver(answer)),
        options,
      );
      expect(error).toBeInstanceOf(KubeconfigRefusedError);
      expect(error).toMatchObject({ reason, field: 'cluster.server' });
      expect(found).toHaveLength(0);
    }
  },
);

it('checks again each time', async () => {
  const lookup = guardedLookup(
    strict,
    resolver([v4('8.8.8.8')], [v4('127.0.0.1')], [v4('8.8.8.8')]),
  );
  expect((await ask(lookup)).error).toBeNull();
  expect((await ask(lookup)).error).toMatchObject({ reason: 'loopback' });
  expect((await ask(lookup)).error).toBeNull();
});

it('applies the policy', async () => {
  const addresses = [v4('10.0.0.1'), v4('127.0.0.1')];
  const at = async (policy: KubeConfigPolicy) =>
    (await ask(guardedLookup(policy, resolver(addresses)))).error;
  expect(await at({ ...strict, loopback: 'allow' })).toBeNull();
  expect(
    await at({ ...strict, loopback: 'allow', privateNetworks: 'refuse' }),
  ).toMatchObject({ reason: 'private-network' });
});

it('does no lookup for names that are refused', async () => {
  const lookup = resolver([v4('8.8.8.8')]);
  const { error } = await ask(
    guardedLookup(strict, lookup),
    {},
    'metadata.google.internal',
  );
  expect(error).toMatchObject({ reason: 'metadata' });
  expect(lookup).not.toHaveBeenCalled();
});

it('passes failures on, and fails when there is no address', async () => {
  const failure = Object.assign(new Error('no'), { code: 'EAI_AGAIN' });
  for (const options of [{ all: true }, {}]) {
    const guarded = guardedLookup(strict, resolver(failure, []));
    expect((await ask(guarded, options)).error).toBe(failure);
    expect((await ask(guarded, options)).error).toMatchObject({
      code: 'ENOTFOUND',
    });
  }
});

it('supports a resolver that returns one address only', async () => {
  const one: LookupFunction = (_, __, callback) =>
    callback(null, '127.0.0.1', 4);
  expect((await ask(guardedLookup(strict, one))).error).toMatchObject({
    reason: 'loopback',
  });
});

it("uses the system's lookup by default", async () => {
  const open = guardedLookup(kubeConfigPolicies.open);
  expect((await ask(open, { family: 4 }, 'localhost')).found).toBe('127.0.0.1');
  expect((await ask(open, { all: true }, '127.0.0.1')).found).toEqual([
    v4('127.0.0.1'),
  ]);
});
