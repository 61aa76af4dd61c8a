/** Labels that went up, and the notes of them, after the control plane was restored under another UID. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../testing/objects';
import { planClaimed } from './planClaimed';

const claim: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer' },
  read: { labels: [{ pattern: 'tier' }] },
};

/** A secret of the app team, and what the plans make of its copy. */
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
    settle(providerNamespaceUid: string) {
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
          reserved: false,
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

it('a label that went up and is taken off goes from the copy, under whatever UID the control plane was known', () => {
  const { settle, unlabel } = secret();
  expect(settle('before')?.labels).toEqual({ tier: 'gold' });
  unlabel();
  const after = settle('after');
  expect(after?.labels).toEqual({});
  expect(notes(after)).toEqual([]);
});

it('a copy notes what it carries once', () => {
  const { settle } = secret();
  settle('before');
  expect(notes(settle('after'))).toEqual([
    'klutch.anynines.com/carried-keys.after',
  ]);
});
