import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { pins } from '../testing/objects';
import { toClaimedView } from './digest';
import {
  claimedCopy,
  claimedCopyPatch,
  planClaimedCopy,
  type ClaimFacts,
} from './planCopy';

const claim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider', names: ['*'], namespaces: ['*'] },
};
const secret = (
  change: Record<string, unknown> = {},
  metadata: Unstructured['metadata'] = {},
): Unstructured => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'db-creds', uid: 'u', resourceVersion: '1', ...metadata },
  type: 'connection.crossplane.io/v1alpha1',
  data: { user: 'YQ==', password: 'Yg==' },
  ...change,
});
const provider = secret();
const copy = (change: Record<string, unknown> = {}): Unstructured => ({
  ...claimedCopy(provider, 'team-a', pins),
  ...change,
});
const plan = (facts: {
  provider?: Unstructured;
  consumer?: Unstructured;
  claims?: PermissionClaim[];
  reserved?: boolean;
}) =>
  planClaimedCopy({
    provider: facts.provider && toClaimedView(facts.provider),
    consumer: facts.consumer && toClaimedView(facts.consumer),
    claims: facts.claims ?? [claim],
    namespace: 'team-a',
    reserved: facts.reserved ?? false,
    pins,
  } satisfies ClaimFacts).step;

describe('planClaimedCopy', () => {
  it('creates, leaves alone, updates and deletes', () => {
    expect(plan({ provider })).toBe('create');
    expect(plan({ provider, consumer: copy() })).toBe('nothing');
    expect(plan({ provider, consumer: copy({ data: { user: 'eA==' } }) })).toBe(
      'update',
    );
    expect(
      plan({
        provider,
        consumer: copy({ data: { ...(provider.data as object), x: 'eA==' } }),
      }),
    ).toBe('update');
    expect(plan({ consumer: copy() })).toBe('delete');
  });

  it('recreates a copy whose type changed', () => {
    expect(plan({ provider, consumer: copy({ type: 'Opaque' }) })).toBe(
      'recreate',
    );
  });

  it('B15: takes no interest in objects that exist on the app cluster only', () => {
    expect(plan({ consumer: secret() })).toBe('nothing');
    expect(
      plan({
        consumer: secret(
          {},
          { annotations: { 'klutch.anynines.com/resource-owner': 'Consumer' } },
        ),
      }),
    ).toBe('nothing');
  });

  it.each([
    [
      'a service account token',
      { type: 'kubernetes.io/service-account-token' },
      {},
    ],
    [
      'Helm state',
      { type: 'helm.sh/release.v1' },
      { name: 'sh.helm.release.v1.a.v1' },
    ],
    ['the kubeconfig of a binding', {}, { name: 'kubeconfig' }],
    ['the token of a binding', {}, { name: 'klutch-binder' }],
    [
      'a consumer-owned object',
      {},
      { annotations: { 'klutch.anynines.com/resource-owner': 'Consumer' } },
    ],
    [
      'the root certificate',
      { kind: 'ConfigMap', type: undefined },
      { name: 'kube-root-ca.crt' },
    ],
  ])('B15: never brings down %s', (_what, change, metadata) => {
    expect(plan({ provider: secret(change, metadata) })).toBe('nothing');
  });

  it('never overwrites a kubeconfig secret of a binding', () => {
    expect(plan({ provider, reserved: true })).toBe('nothing');
  });

  it('B15: honours names, namespaces, labels, fields and owner of the claim', () => {
    const selectors: PermissionClaim['selector'][] = [
      { names: ['other'] },
      { namespaces: ['team-b'] },
      { labelSelectors: [{ a: '1' }] },
      { fieldSelectors: ['type=Opaque'] },
      { fieldSelectors: ['spec.unknown=1'] },
      { owner: 'Consumer' },
    ];
    for (const selector of selectors) {
      expect(plan({ provider, claims: [{ ...claim, selector }] })).toBe(
        'nothing',
      );
    }
    expect(
      plan({
        provider: secret({}, { labels: { a: '1', b: '2' } }),
        claims: [
          {
            ...claim,
            selector: {
              names: ['db-creds'],
              namespaces: ['team-a'],
              labelSelectors: [{ z: '1' }, { a: '1' }],
              fieldSelectors: ['metadata.name=db-creds,type!=Opaque'],
            },
          },
        ],
      }),
    ).toBe('create');
  });

  it('does nothing without a claim', () => {
    expect(plan({ provider, claims: [] })).toBe('nothing');
  });

  it("does not touch somebody's object of the same name", () => {
    expect(plan({ provider, consumer: secret() })).toBe('conflict');
    const otherBinding = claimedCopy(provider, 'team-a', {
      ...pins,
      providerNamespaceUid: 'another',
    });
    expect(plan({ provider, consumer: otherBinding })).toBe('conflict');
    expect(plan({ consumer: otherBinding })).toBe('nothing');
  });

  it('replaces it when the claim says so', () => {
    const claims = [{ ...claim, create: { replaceExisting: true } }];
    expect(plan({ provider, consumer: secret({ data: {} }), claims })).toBe(
      'update',
    );
  });

  it("takes over a copy of the reference's konnector, marks it, but never deletes it unmarked", () => {
    const old = secret(
      {},
      { annotations: { 'klutch.anynines.com/resource-owner': 'Provider' } },
    );
    expect(plan({ provider, consumer: old })).toBe('update');
    expect(plan({ consumer: old })).toBe('nothing');
  });
});

describe('claimedCopyPatch', () => {
  it('sets the provider content and removes keys that only the copy has', () => {
    const consumer = toClaimedView(
      copy({
        metadata: { uid: 'c', resourceVersion: '9', name: 'db-creds' },
        data: { user: 'eA==', extra: 'eA==' },
        binaryData: { x: 'eA==' },
      }),
    );
    expect(claimedCopyPatch(provider, consumer, pins)).toEqual({
      type: 'connection.crossplane.io/v1alpha1',
      data: { user: 'YQ==', password: 'Yg==', extra: null },
      binaryData: null,
      metadata: {
        uid: 'c',
        resourceVersion: '9',
        labels: { 'klutch.anynines.com/resource-owner': 'Provider' },
        annotations: {
          'klutch.anynines.com/resource-owner': 'Provider',
          'klutch.anynines.com/provider-namespace-uid': 'namespace-uid',
        },
      },
    });
  });
});

describe('toClaimedView', () => {
  it('keeps no contents', () => {
    const view = toClaimedView(
      secret(
        {},
        {
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration':
              '{"data":"YQ=="}',
          },
        },
      ),
    );
    expect(JSON.stringify(view)).not.toContain('YQ==');
    expect(JSON.stringify(view)).not.toContain('Yg==');
  });
});
