import { withSecretByName } from '@klutch/bind-api';
import { konnectorAnnotations } from '../backendNames';
import { backendRoles } from './backendRoles';
import {
  mayWatchSecrets,
  narrowedAt,
  needsSecretReader,
  planSecretReader,
  secretReaderBinding,
} from './secretReaderBinding';

const portal = 'klutch-portal#app-cluster#shop';
const signedIn = 'https://id.example#alice#apps';
const reference = 'alice#apps';
const ofAppClusterBinding = 'appclusterbinding#platform#shop#u';

const reporting = (
  konnectorVersion?: string,
  annotations?: Record<string, string>,
) => ({ metadata: { annotations }, status: { konnectorVersion } });

describe('R16: whether an app cluster may watch Secrets', () => {
  it.each([
    ['bound by the portal', portal, undefined, false],
    ['bound by the portal, without a report', portal, reporting(), false],
    ['bound from elsewhere', signedIn, undefined, true],
    [
      "bound in the reference's form, without a report",
      reference,
      reporting(),
      true,
    ],
    ['with an AppClusterBinding', ofAppClusterBinding, undefined, true],
    [
      'whose konnector reads by name',
      reference,
      reporting(withSecretByName('v1.0.0')),
      false,
    ],
    ["with the reference's konnector", portal, reporting('v1.5.0'), true],
    ['with an older konnector of ours', portal, reporting('v0.1.0'), true],
    [
      "that an operator annotated for the reference's konnector",
      portal,
      reporting(withSecretByName('v1.0.0'), {
        [konnectorAnnotations.konnector]: 'reference',
      }),
      true,
    ],
  ])('one %s', (_, identity, binding, wanted) => {
    expect(needsSecretReader(identity, binding)).toBe(wanted);
  });

  it("is permitted by outdated roles and by the reference's", () => {
    const [, , binder, reader] = backendRoles();
    expect(binder && mayWatchSecrets(binder)).toBe(false);
    expect(reader && mayWatchSecrets(reader)).toBe(true);
  });
});

describe('the RoleBinding for Secrets', () => {
  const now = new Date('2026-01-01T12:00:00Z');
  const plan = (
    current: ReturnType<typeof secretReaderBinding> | undefined,
    isNeeded: boolean,
    isRevoked = false,
  ) => planSecretReader('n', current, { isNeeded, isRevoked }, now);
  const wide = secretReaderBinding('n', true);
  const narrow = secretReaderBinding('n', false);

  it('is not changed while it is correct', () => {
    expect(plan(wide, true)).toEqual({ action: 'keep' });
    expect(plan(narrow, false)).toEqual({ action: 'keep' });
    expect(plan(wide, true, true)).toEqual({ action: 'keep' });
  });

  it('records since when Secrets may not be watched, if they could be before', () => {
    const at = { [konnectorAnnotations.narrowedAt]: now.toISOString() };
    expect(plan(wide, false)).toMatchObject({
      patch: { metadata: { annotations: at }, subjects: [] },
    });
    const created = plan(undefined, false);
    expect(created.action === 'create' && narrowedAt(created.binding)).toBe(
      now.getTime(),
    );
  });

  it('does not grant the right while revoked tokens may still be accepted', () => {
    expect(plan(narrow, true, true)).toEqual({ action: 'keep' });
    expect(plan(narrow, true)).toMatchObject({
      patch: {
        metadata: { annotations: { [konnectorAnnotations.narrowedAt]: null } },
        subjects: [{ name: 'klutch-binder', namespace: 'n' }],
      },
    });
    expect(plan(undefined, true, true)).toMatchObject({
      binding: { subjects: [] },
    });
    expect(plan(undefined, true)).toMatchObject({
      binding: { subjects: [{ name: 'klutch-binder' }] },
    });
  });
});
