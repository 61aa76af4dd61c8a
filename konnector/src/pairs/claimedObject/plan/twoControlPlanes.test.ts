/** Two control planes that claim one object of the app cluster. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../../testing/objects';
import { matchesLabels } from './claimSelection';
import { planClaimed } from './planClaimed';

const base: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Consumer' },
};
const carrying: PermissionClaim = {
  ...base,
  update: { labelsOnConsumerOwnedObjects: [{ pattern: 'tier' }] },
};
const keys = {
  Provider: { namespace: 'cluster-x-team-a', name: 'db' },
  Consumer: { namespace: 'team-a', name: 'db' },
};

function twoControlPlanesFixture() {
  const original: Unstructured = {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    data: { user: 'YQ==' },
    metadata: { name: 'db', uid: 'u1', resourceVersion: '1' },
  };
  const state = { here: original };
  const writes: string[] = [];
  function controlPlane(name: string, claims: PermissionClaim[]) {
    let copy: Unstructured | undefined;
    return {
      /** Executes planned steps until nothing is left to do. */
      reconcile() {
        for (let round = 0; round < 5; round += 1) {
          const step = planClaimed({
            provider: copy,
            consumer: state.here,
            keys,
            claims,
            selects: (claim, _side, { metadata }) =>
              matchesLabels(claim, metadata.labels),
            deletedConsumer: undefined,
            claimant: {
              pins: { ...pins, providerNamespaceUid: name },
              marks: { annotations: {} },
            },
          });
          if (step.step === 'create') {
            const { object } = step;
            const identity = { uid: name, resourceVersion: '1' };
            copy = { ...object, metadata: { ...object.metadata, ...identity } };
          } else if (step.step !== 'patch') {
            return;
          } else if (step.side === 'Provider' && copy) {
            copy = applyMergePatch(copy, step.patch);
          } else {
            writes.push(name);
            state.here = applyMergePatch(state.here, step.patch);
          }
        }
      },
      label(labels: Record<string, string>) {
        if (copy) copy = { ...copy, metadata: { ...copy.metadata, labels } };
      },
    };
  }
  const one = controlPlane('one', [base]);
  const two = controlPlane('two', [carrying]);
  one.reconcile();
  two.reconcile();
  writes.length = 0;
  const reconcileBoth = () => {
    for (let round = 0; round < 3; round += 1) {
      two.reconcile();
      one.reconcile();
    }
  };
  return { state, writes, two, reconcileBoth };
}

it("two control planes keep each other's labels on the object", () => {
  const { state, writes, two, reconcileBoth } = twoControlPlanesFixture();
  two.label({ tier: 'gold' });
  reconcileBoth();
  expect(writes).toEqual(['two']);
  expect(state.here.metadata.labels).toEqual({ tier: 'gold' });
  two.label({});
  reconcileBoth();
  expect(writes).toEqual(['two', 'two']);
  expect(state.here.metadata.labels).toEqual({});
});
