import type { ClaimObject } from '../claimApis/claimResource';
import { usageOf } from './claimDetail';

const withManaged = (managed: Record<string, unknown>): ClaimObject => ({
  apiVersion: 'g.io/v1',
  kind: 'Thing',
  metadata: { name: 'db', namespace: 'team-a' },
  status: { managed },
});

it('has the figures that the service reports, and no others', () => {
  const usage = { storageBytes: 7, connections: 0, connectionLimit: 'many' };
  expect(usageOf(withManaged({ usage: { ...usage, secret: 1 } }))).toEqual({
    usage: { storageBytes: 7, connections: 0 },
  });
});

it.each([[{}], [{ usage: null }], [{ usage: {} }], [{ usage: 'much' }]])(
  'has no usage in %j',
  managed => {
    expect(usageOf(withManaged(managed))).toEqual({});
  },
);
