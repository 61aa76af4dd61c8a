import type { ClaimObject } from '../claimApis/claimResource';
import { usageOf } from './claimUsage';

const plans = {
  small: { storage: '500Mi', connections: 50 },
  replica: { storage: '500Mi', connections: 50 },
  big: { storage: '2Gi', connections: 200 },
  decimal: { storage: '3G' },
  plain: { storage: '7' },
  bare: {},
};

const withManaged = (
  managed: Record<string, unknown>,
  plan = 'small',
): ClaimObject => ({
  apiVersion: 'g.io/v1',
  kind: 'Thing',
  metadata: { name: 'db', namespace: 'team-a' },
  spec: { plan },
  status: { managed },
});

it('has the figures that the service reports, and no others', () => {
  const usage = { storageBytes: 7, connections: 0, connectionLimit: 'many' };
  const object = withManaged({ usage: { ...usage, secret: 1 } });
  expect(usageOf(object, plans)).toEqual({
    usage: { storageBytes: 7, connections: 0 },
  });
});

it.each([[{}], [{ usage: null }], [{ usage: {} }], [{ usage: 'much' }]])(
  'has no usage in %j',
  managed => {
    expect(usageOf(withManaged(managed), plans)).toEqual({});
  },
);

const MiB = 1024 * 1024;

it.each([
  ['small', 500 * MiB, true],
  ['replica', 500 * MiB, true],
  ['big', 500 * MiB, false],
  ['big', 2048 * MiB, true],
  ['small', 3_000_000_000, false],
  ['small', 7, false],
  // Limits of no plan, and plans without a limit, tell nothing.
  ['small', 490 * MiB, true],
  ['bare', 500 * MiB, true],
  ['withdrawn', 500 * MiB, true],
])(
  'of plan %s, measured with a limit of %d bytes: %s',
  (plan, limit, shown) => {
    const usage = {
      storageBytes: 1,
      storageLimitBytes: limit,
      connections: 1,
      connectionLimit: 47,
    };
    const found = usageOf(withManaged({ usage }, plan), plans);
    expect(found).toEqual(shown ? { usage } : {});
  },
);
