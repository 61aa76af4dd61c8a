/** Propagated labels and their annotation after the control plane was restored under another UID. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../../testing/objects';
import { planClaimed } from './planClaimed';

const claim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer' },
  read: { labels: [{ pattern: 'tier' }] },
};

/** A secret of the app team, and its copy as the plans write it. */
function secret() {
  let consumer: Unstructured = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    data: { user: 'YQ==' },
    metadata: {
      name: 'db',
      namespace: 'team-a',
      uid: 'u',
      resourceVersion: '1',
      labels: { tier: 'gold' },
    },
  };
  let copy: Unstructured | undefined;
  const write = (step: ReturnType<typeof planClaimed>): boolean => {
    if (step.step === 'create') {
      const identity = { uid: 'p', resourceVersion: '1' };
      copy = {
        ...step.object,
        metadata: { ...step.object.metadata, ...identity },
      };
      return true;
    }
    if (step.step !== 'patch') return false;
    if (step.side === 'Consumer')
      consumer = applyMergePatch(consumer, step.patch);
    else if (copy) copy = applyMergePatch(copy, step.patch);
    return true;
  };
  return {
    unlabel() {
      consumer = {
        ...consumer,
        metadata: { ...consumer.metadata, labels: {} },
      };
    },
    reconcile(providerNamespaceUid: string) {
      const step = () =>
        planClaimed({
          provider: copy,
          consumer,
          keys: {
            Provider: { namespace: 'x-team-a', name: 'db' },
            Consumer: { namespace: 'team-a', name: 'db' },
          },
          claims: [claim],
          selects: () => true,
          deletedConsumer: undefined,
          claimant: {
            pins: { ...pins, providerNamespaceUid },
            marks: { annotations: {} },
          },
        });
      while (write(step()));
      return copy?.metadata;
    },
  };
}

const notes = (metadata: Unstructured['metadata'] | undefined) =>
  Object.keys(metadata?.annotations ?? {}).filter(key =>
    key.includes('carried-keys'),
  );

it('a propagated label is removed from the copy after the UID of the control plane changed', () => {
  const { reconcile, unlabel } = secret();
  expect(reconcile('before')?.labels).toEqual({ tier: 'gold' });
  unlabel();
  const after = reconcile('after');
  expect(after?.labels).toEqual({});
  expect(notes(after)).toEqual([]);
});

it('a copy records its propagated keys in one annotation', () => {
  const { reconcile } = secret();
  reconcile('before');
  expect(notes(reconcile('after'))).toEqual([
    'klutch.anynines.com/carried-keys.after',
  ]);
});
