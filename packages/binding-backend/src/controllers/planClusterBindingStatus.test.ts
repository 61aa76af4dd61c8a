import {
  annotations,
  setCondition,
  type APIServiceNamespace,
  type ClusterBinding,
} from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import {
  revocationAnnotations,
  tokenStateAnnotations,
  type TokenState,
} from '../tokens/tokenRecord';
import { clusterNamespaceRoleBinding } from '../roles/tenantRole';
import {
  planClusterBindingStatus,
  wasProvisioned,
} from './planClusterBindingStatus';

const now = new Date('2026-01-01T12:00:00Z');
const binding = (status?: ClusterBinding['status']): ClusterBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'ClusterBinding',
  metadata: { name: 'cluster', namespace: 'cluster-x' },
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Test',
  },
  ...(status && { status }),
});
const beating = binding({
  lastHeartbeatTime: '2026-01-01T11:59:00Z',
  heartbeatInterval: '5m0s',
});
const token: TokenState = {
  secret: { name: 'a', uid: 'u' },
  serviceAccountUid: 's',
  issuedAt: now.getTime() - 1_000,
  expiresAt: now.getTime() + 60_000,
};
const facts = { binding: beating, serviceNamespaces: [], token };
const find = (
  result: ReturnType<typeof planClusterBindingStatus>,
  type: string,
) => result.conditions.find(condition => condition.type === type);

describe('conditions of a ClusterBinding', () => {
  it('are all True for a healthy app cluster', () => {
    const result = planClusterBindingStatus(facts, now);
    expect(result.conditions.map(({ type, status }) => [type, status])).toEqual(
      [
        ['Ready', 'True'],
        ['Healthy', 'True'],
        ['RightsGranted', 'True'],
        ['ServiceNamespacesReady', 'True'],
        ['TokenIssued', 'True'],
      ],
    );
  });

  it('R36: contain the expiry of the token, which stays correct once another backend replaces this one', () => {
    const found = find(planClusterBindingStatus(facts, now), 'TokenIssued');
    expect(found?.status).toBe('True');
    expect(found?.message).toContain('expires at 2026-01-01T12:01:00Z');
  });

  it('do not change without a cause, so that nothing is written at idle', () => {
    const first = planClusterBindingStatus(facts, now);
    const again = binding({ ...beating.status, conditions: first.conditions });
    const later = new Date(now.getTime() + 30_000);
    expect(
      planClusterBindingStatus({ ...facts, binding: again }, later).conditions,
    ).toEqual(first.conditions);
  });

  it("keep the konnector's own conditions", () => {
    const conditions = setCondition(
      [],
      {
        type: 'SecretValid',
        status: 'False',
        severity: 'Warning',
        reason: 'X',
      },
      now,
    );
    const result = planClusterBindingStatus(
      { ...facts, binding: binding({ ...beating.status, conditions }) },
      now,
    );
    expect(find(result, 'SecretValid')).toEqual(conditions[0]);
    expect(find(result, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'X',
    });
  });

  it('are requeued when the first of them is due', () => {
    expect(planClusterBindingStatus(facts, now).requeueAfter).toBe(60_000);
    const lasting = { ...token, expiresAt: now.getTime() + 86_400_000 };
    expect(
      planClusterBindingStatus({ ...facts, token: lasting }, now).requeueAfter,
    ).toBe(541_000);
  });

  it('report a missing or expired token', () => {
    const { token: _, ...without } = facts;
    const ended = { ...facts, token: { ...token, expiresAt: now.getTime() } };
    expect(
      find(planClusterBindingStatus(without, now), 'TokenIssued'),
    ).toMatchObject({ status: 'False', reason: 'TokenMissing' });
    expect(
      find(planClusterBindingStatus(ended, now), 'TokenIssued'),
    ).toMatchObject({ status: 'False', reason: 'TokenExpired' });
  });

  it('report when the tokens were revoked, and what to do', () => {
    const revocation = { at: now.getTime(), secrets: [token.secret] };
    const revoked = { ...facts, token: undefined, revocation };
    const result = planClusterBindingStatus(revoked, now);
    expect(find(result, 'TokenIssued')).toMatchObject({
      status: 'False',
      reason: 'TokensRevoked',
      message: expect.stringMatching(
        /revoked at 2026-01-01T12:00:00Z.*--refresh/,
      ),
    });
  });

  it('name the role to apply where the reference’s token may still be valid', () => {
    const revocation = { at: 0, secrets: [] };
    const revoked = { ...facts, token: undefined, revocation };
    const result = planClusterBindingStatus(
      { ...revoked, isPartiallyRevoked: true },
      now,
    );
    expect(find(result, 'TokenIssued')).toMatchObject({
      reason: 'TokensRevoked',
      message: expect.stringMatching(
        /^The tokens of cluster namespace cluster-x .* klutch-binding-backend-base .*--refresh/,
      ),
    });
  });

  it('name the role also when there is a newer token', () => {
    const partialCondition = (next: TokenState) =>
      find(
        planClusterBindingStatus(
          { ...facts, token: next, isPartiallyRevoked: true },
          now,
        ),
        'TokenIssued',
      );
    expect(partialCondition(token)).toMatchObject({
      status: 'False',
      severity: 'Warning',
      reason: 'TokensPartiallyRevoked',
      message: expect.stringContaining('klutch-binding-backend-base'),
    });
    const publishAfter = now.getTime() + 30_000;
    expect(partialCondition({ ...token, publishAfter })?.message).toMatch(
      /klutch-binding-backend-base .* 2026-01-01T12:00:30Z/,
    );
  });

  it('report who has the token after a revocation, and when the next one is published', () => {
    const publishAfter = now.getTime() + 30_000;
    const unpublished = { ...facts, token: { ...token, publishAfter } };
    const result = planClusterBindingStatus(unpublished, now);
    expect(find(result, 'TokenIssued')).toMatchObject({
      status: 'True',
      reason: 'TokenNotPublished',
      message: expect.stringMatching(
        /issued at 2026-01-01T11:59:59Z.*at 2026-01-01T12:00:30Z/,
      ),
    });
    expect(result.requeueAfter).toBe(30_000);
    const after = planClusterBindingStatus(unpublished, new Date(publishAfter));
    expect(find(after, 'TokenIssued')?.reason).toBeUndefined();
  });

  it('contain the YAML for missing rights', () => {
    const missingRights = {
      reason: 'MissingRights',
      message: 'Apply this: kind: ClusterRole',
    };
    const result = planClusterBindingStatus({ ...facts, missingRights }, now);
    expect(find(result, 'RightsGranted')).toMatchObject({
      status: 'False',
      reason: 'MissingRights',
      message: missingRights.message,
    });
    expect(find(result, 'Ready')?.status).toBe('False');
  });

  it('list the problems of service namespaces', () => {
    const problem: APIServiceNamespace = {
      apiVersion: 'klutch.anynines.com/v1alpha1',
      kind: 'APIServiceNamespace',
      metadata: {
        name: 'team-a',
        annotations: { [annotations.serviceNamespaceProblem]: 'too long' },
      },
    };
    const serviceNamespaces = [problem];
    const result = planClusterBindingStatus(
      { ...facts, serviceNamespaces },
      now,
    );
    expect(find(result, 'ServiceNamespacesReady')).toMatchObject({
      status: 'False',
      message: 'team-a: too long',
    });
  });
});

describe('a cluster namespace without a ClusterBinding', () => {
  const namespace = 'cluster-x';
  const secretWith = (marks: Record<string, string | null>): Secret => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace,
      name: 'kubeconfig',
      annotations: Object.fromEntries(
        Object.entries(marks).flatMap(([key, value]) =>
          value === null ? [] : [[key, value]],
        ),
      ),
    },
  });
  const kubeconfig = secretWith(tokenStateAnnotations(token));
  const roleBinding = clusterNamespaceRoleBinding(namespace);

  it('was provisioned when its konnector has rights, with or without a token', () => {
    expect(wasProvisioned(namespace, { kubeconfig, roleBinding })).toBe(true);
    const revoked = secretWith(
      revocationAnnotations({ at: now.getTime(), secrets: [] }),
    );
    expect(
      wasProvisioned(namespace, { kubeconfig: revoked, roleBinding }),
    ).toBe(true);
    expect(wasProvisioned(namespace, { roleBinding })).toBe(false);
  });

  it('was not provisioned when only token annotations exist', () => {
    expect(wasProvisioned(namespace, { kubeconfig })).toBe(false);
    const own = {
      ...roleBinding,
      roleRef: { ...roleBinding.roleRef, name: 'view' },
    };
    expect(wasProvisioned(namespace, { kubeconfig, roleBinding: own })).toBe(
      false,
    );
  });
});
