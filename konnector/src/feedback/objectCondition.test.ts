import { thing } from '../testing/objects';
import { withCondition, type Feedback } from './objectCondition';

const now = '2026-01-01T00:00:01Z';
const before = '2025-01-01T00:00:00Z';
const ready = { type: 'Ready', status: 'True' };
const synced: Feedback = { state: 'Synced', message: 'fine' };
const conflict: Feedback = { state: 'Conflict', message: 'taken' };
const ours = (feedback: Feedback, at: string, rest: object = {}) => ({
  type: 'KonnectorSynced',
  status: feedback.state === 'Synced' ? 'True' : 'False',
  reason: feedback.state,
  message: feedback.message,
  lastTransitionTime: at,
  ...rest,
});
const overlay = (
  own: object | undefined,
  status: Record<string, unknown> | undefined,
  feedback: Feedback | undefined,
  changes = false,
  observedGeneration = false,
) =>
  withCondition(
    thing({ generation: 3 }, { status: own && { conditions: [own, ready] } }),
    status,
    feedback,
    { shape: { observedGeneration }, nowMs: Date.parse(now), changes },
  );

const reporting = { phase: 'Ready', conditions: [ready] };

describe('withCondition', () => {
  it('does not cause a write of a healthy object', () => {
    expect(overlay(undefined, reporting, synced)).toBe(reporting);
    expect(overlay(undefined, undefined, synced, true)).toBeUndefined();
  });

  it('is included in a status that is written anyway', () => {
    expect(overlay(undefined, reporting, synced, true)).toEqual({
      phase: 'Ready',
      conditions: [ready, ours(synced, now)],
    });
  });

  it('always shows a problem, also on an object without a status', () => {
    expect(overlay(undefined, undefined, conflict)).toEqual({
      conditions: [ours(conflict, now)],
    });
    expect(overlay(ours(synced, before), reporting, conflict)).toEqual({
      phase: 'Ready',
      conditions: [ready, ours(conflict, now)],
    });
  });

  it('shows the end of a problem', () => {
    expect(overlay(ours(conflict, before), reporting, synced)).toEqual({
      phase: 'Ready',
      conditions: [ready, ours(synced, now)],
    });
  });

  it('keeps the transition time while only the message changes', () => {
    const other = { ...conflict, message: 'still taken' };
    expect(overlay(ours(conflict, before), undefined, other)).toEqual({
      conditions: [ours(other, before)],
    });
  });

  it('is unchanged while there is no new feedback', () => {
    for (const feedback of [undefined, synced]) {
      expect(overlay(ours(synced, before), reporting, feedback)).toEqual({
        phase: 'Ready',
        conditions: [ready, ours(synced, before)],
      });
    }
  });

  it('has the generation, without an additional write', () => {
    const own = ours(synced, before, { observedGeneration: 2 });
    expect(overlay(own, reporting, synced, false, true)).toEqual({
      phase: 'Ready',
      conditions: [ready, own],
    });
    expect(overlay(own, reporting, synced, true, true)).toEqual({
      phase: 'Ready',
      conditions: [ready, { ...own, observedGeneration: 3 }],
    });
  });
});
