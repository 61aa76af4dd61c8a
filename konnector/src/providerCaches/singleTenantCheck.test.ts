import { pins, thing } from '../testing/objects';
import {
  createSingleTenantCheck,
  type SingleTenantCheck,
} from './singleTenantCheck';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const consumerCluster = 'klutch.anynines.com/consumer-cluster';
const marks = { annotations: { [clusterNamespace]: 'cluster-x' } };
const copy = (name: string, annotations: Record<string, string>) =>
  thing({ name, namespace: undefined, annotations });
const ours = copy('ours', {
  [clusterNamespace]: 'cluster-x',
  [consumerCluster]: pins.consumerCluster,
});
const theirs = copy('theirs', {
  [clusterNamespace]: 'cluster-y',
  [consumerCluster]: 'another',
});
const ownMarked = copy('meant', { [clusterNamespace]: 'cluster-x' });

describe('createSingleTenantCheck', () => {
  const after = (
    changes: Parameters<SingleTenantCheck['observe']>[0][],
    {
      singleTenant = true,
      ...options
    }: Partial<Parameters<typeof createSingleTenantCheck>[0]> & {
      singleTenant?: boolean;
    } = {},
  ) => {
    const singleTenantCheck = createSingleTenantCheck({
      mapping: { singleTenant, marks },
      pins,
      crdName: 'things.example.com',
      changed: () => undefined,
      ...options,
    });
    changes.forEach(change => singleTenantCheck.observe(change));
    return singleTenantCheck.refusal()?.why.state;
  };
  const seen = { type: 'added', object: theirs } as const;

  it('detects a type that another app cluster uses', () => {
    expect(after([seen])).toBe('Conflict');
    const byReference = copy('by-reference', {
      'klutch.anynines.com/bound': 'true',
      [clusterNamespace]: 'cluster-y',
    });
    expect(after([{ type: 'added', object: byReference }])).toBe('Conflict');
  });

  it('gives priority to the app cluster that has copies first', () => {
    expect(after([{ type: 'added', object: ours }, seen])).toBeUndefined();
    const alsoMeant = [{ type: 'added', object: ownMarked } as const, seen];
    expect(after(alsoMeant)).toBe('Conflict');
    expect(after(alsoMeant, { isOurs: () => true })).toBeUndefined();
  });

  it("ignores the provider's own objects and deleted ones", () => {
    const plain = copy('plain', {});
    expect(after([{ type: 'added', object: plain }])).toBeUndefined();
    const gone = { type: 'deleted', object: theirs } as const;
    expect(after([seen, gone])).toBeUndefined();
  });

  it('refuses nothing in other isolations', () => {
    expect(after([seen], { singleTenant: false })).toBeUndefined();
  });

  it('calls changed only when the refusal changes', () => {
    const changed = jest.fn();
    after([seen, seen, { type: 'added', object: ours }], { changed });
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
