import type { CustomResourceDefinition } from '@klutch/bind-api';
import { thingBinding, thingExport } from '../testing/objects';
import { planCrd, type CrdFacts } from './planCrd';

const facts: CrdFacts = {
  export: thingExport(),
  binding: thingBinding(),
  crd: undefined,
  bindingUids: new Set(['b1', 'b2']),
  isRemoteBinding: false,
};
const intentOf = (given: CrdFacts): CustomResourceDefinition => {
  const step = planCrd(given);
  if (!('intent' in step)) throw new Error(`no intent: ${step.step}`);
  return step.intent;
};
const installed = intentOf(facts);
const withMetadata = (
  metadata: CustomResourceDefinition['metadata'],
): CustomResourceDefinition => ({
  ...installed,
  metadata: { ...installed.metadata, ...metadata },
});

describe('planCrd', () => {
  it('creates, updates, and does nothing when up to date', () => {
    expect(planCrd(facts).step).toBe('create');
    expect(
      planCrd({
        ...facts,
        crd: {
          ...installed,
          spec: { ...installed.spec, conversion: { strategy: 'None' } },
        },
      }).step,
    ).toBe('nothing');
    expect(
      planCrd({
        ...facts,
        crd: installed,
        export: thingExport({ names: { plural: 'things', kind: 'Gadget' } }),
      }).step,
    ).toBe('update');
  });

  it('updates when the export lost a field', () => {
    const before = thingExport();
    const more = thingExport({
      versions: before.spec.versions.map(version => ({
        ...version,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object' } },
          },
        },
      })),
    });
    const crd = intentOf({ ...facts, export: more });
    expect(planCrd({ ...facts, crd }).step).toBe('update');
  });

  it('does not switch the storage version of the app cluster', () => {
    const [v1] = thingExport().spec.versions;
    if (!v1) throw new Error('no version');
    const offered = (stored: 'v1' | 'v2') =>
      thingExport({
        versions: ['v2', 'v1'].map(name => ({
          ...v1,
          name,
          storage: name === stored,
        })),
      });
    const step = planCrd({ ...facts, crd: installed, export: offered('v2') });
    expect(step).toMatchObject({
      step: 'update',
      intent: {
        spec: {
          versions: [
            { name: 'v2', served: true, storage: false },
            { name: 'v1', served: true, storage: true },
          ],
        },
      },
    });
    const crd = intentOf({ ...facts, export: offered('v1') });
    expect(planCrd({ ...facts, crd, export: offered('v2') }).step).toBe(
      'nothing',
    );
  });

  it('B23: rejects a CRD that no binding installed', () => {
    const foreign = withMetadata({ annotations: {}, ownerReferences: [] });
    expect(planCrd({ ...facts, crd: foreign })).toMatchObject({
      step: 'refuse',
      reason: 'ForeignCustomResourceDefinition',
    });
  });

  it('B23: rejects a CRD of another existing binding', () => {
    const other = intentOf({
      ...facts,
      binding: thingBinding({
        metadata: { name: 'things.example.com', namespace: 'b', uid: 'b2' },
      }),
    });
    expect(planCrd({ ...facts, crd: other })).toMatchObject({
      step: 'refuse',
      reason: 'ForeignCustomResourceDefinition',
    });
  });

  it('takes over a CRD that an unbind or a backup left with our mark', () => {
    expect(
      planCrd({ ...facts, crd: withMetadata({ ownerReferences: [] }) }).step,
    ).toBe('update');
    const stale = intentOf({
      ...facts,
      binding: thingBinding({
        metadata: { ...thingBinding().metadata, uid: 'gone' },
      }),
    });
    expect(planCrd({ ...facts, crd: stale }).step).toBe('update');
  });

  it('does nothing while the CRD is being deleted', () => {
    expect(
      planCrd({ ...facts, crd: withMetadata({ deletionTimestamp: 'x' }) }).step,
    ).toBe('nothing');
  });

  it.each(['apps.k8s.io', 'k8s.io', 'x.kubernetes.io', 'klutch.anynines.com'])(
    'rejects the group %s',
    group => {
      const bad = thingExport({ group });
      bad.metadata.name = `things.${group}`;
      expect(planCrd({ ...facts, export: bad })).toMatchObject({
        step: 'refuse',
        reason: 'APIServiceExportInvalid',
      });
    },
  );

  it('rejects an export whose name does not match its spec', () => {
    const bad = thingExport({ names: { plural: 'others', kind: 'Other' } });
    expect(planCrd({ ...facts, export: bad })).toMatchObject({
      step: 'refuse',
      reason: 'APIServiceExportInvalid',
    });
  });
});
