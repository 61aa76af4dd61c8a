import { thing } from '../testing/objects';
import { isMadeFrom } from './origin';

const adoptedFrom = 'klutch.anynines.com/adopted-from';
const origin = thing({ uid: 'p1', creationTimestamp: '2026-01-01T00:00:01Z' });
const written = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  creationTimestamp = '2026-01-01T00:00:02Z',
) =>
  thing({
    creationTimestamp,
    managedFields: [{ manager, operation: 'Update', fieldsV1 }],
  });
const spec = { 'f:spec': { 'f:plan': {} } };

describe('isMadeFrom', () => {
  it('accepts our record, for that one object', () => {
    expect(
      isMadeFrom(thing({ annotations: { [adoptedFrom]: 'p1' } }), origin),
    ).toBe(true);
    expect(
      isMadeFrom(thing({ annotations: { [adoptedFrom]: 'p0' } }), origin),
    ).toBe(false);
  });

  it("detects by the spec what the reference's konnector created", () => {
    expect(isMadeFrom(written('konnector', spec), origin)).toBe(true);
    expect(isMadeFrom(written('kubectl-create', spec), origin)).toBe(false);
    expect(
      isMadeFrom(
        written('konnector', { 'f:metadata': { 'f:finalizers': {} } }),
        origin,
      ),
    ).toBe(false);
  });

  it('never accepts a younger object as origin', () => {
    expect(
      isMadeFrom(written('konnector', spec, '2026-01-01T00:00:00Z'), origin),
    ).toBe(false);
  });

  it('ignores bound', () => {
    expect(
      isMadeFrom(
        thing({ annotations: { 'klutch.anynines.com/bound': 'true' } }),
        origin,
      ),
    ).toBe(false);
  });
});
