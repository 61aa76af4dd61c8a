import { thingExport } from '../testing/objects';
import { planExportStatus, unboundExport } from './exportStatus';

const now = new Date('2026-01-01T00:00:00Z');
const good = { ok: true } as const;

type Patch = {
  metadata: object;
  status: { conditions: { type: string; status: string; reason?: string }[] };
};

describe('planExportStatus', () => {
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {},
    spec: {} as never,
    status: {
      acceptedNames: { plural: 'things', kind: 'Thing' },
      storedVersions: ['v1'],
      conditions: [
        {
          type: 'Established',
          status: 'True' as const,
          reason: 'InitialNamesAccepted',
          lastTransitionTime: '2025-06-01T00:00:00Z',
        },
        { type: 'Terminating', status: 'False' as const, reason: 'No' },
      ],
    },
  };

  it('copies the CRD conditions with their times and severity Error unless True', () => {
    const patch = planExportStatus(
      thingExport(),
      { connected: good, consumerInSync: good, crd },
      now,
    ) as Patch;
    expect(patch.status).toMatchObject({
      acceptedNames: { plural: 'things', kind: 'Thing' },
      storedVersions: ['v1'],
    });
    expect(patch.status.conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'Established',
          lastTransitionTime: '2025-06-01T00:00:00Z',
        }),
        expect.objectContaining({ type: 'Terminating', severity: 'Error' }),
      ]),
    );
  });

  it('reports an export that no binding uses', () => {
    const patch = planExportStatus(thingExport(), unboundExport, now) as Patch;
    expect(
      patch.status.conditions.map(({ type, reason }) => [type, reason]),
    ).toEqual([
      ['Ready', 'APIServiceBindingNotFound'],
      ['Connected', 'APIServiceBindingNotFound'],
      ['ConsumerInSync', 'NA'],
    ]);
  });
});
