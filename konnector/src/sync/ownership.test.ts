import { pins, thing } from '../testing/objects';
import { classifyOwnership } from './ownership';

const withMarks = (annotations?: Record<string, string>) =>
  classifyOwnership(thing({ annotations }), pins);

describe('classifyOwnership', () => {
  it('knows our own copy', () => {
    expect(
      withMarks({
        'klutch.anynines.com/consumer-cluster': 'cluster-uid',
        'klutch.anynines.com/consumer-uid': 'an older object of that name',
      }),
    ).toEqual({ owner: 'us', how: 'marked' });
  });

  it('takes over what the reference made', () => {
    expect(withMarks({ 'klutch.anynines.com/bound': 'true' })).toEqual({
      owner: 'us',
      how: 'reference',
    });
  });

  it('leaves alone what belongs to another app cluster or to nobody we know', () => {
    expect(
      withMarks({
        'klutch.anynines.com/bound': 'true',
        'klutch.anynines.com/consumer-cluster': 'another',
      }),
    ).toMatchObject({ owner: 'other' });
    expect(withMarks(undefined)).toMatchObject({ owner: 'other' });
  });

  it('may take over what a person released for it', () => {
    expect(withMarks({ 'klutch.anynines.com/adopt': 'true' })).toEqual({
      owner: 'us',
      how: 'adoptable',
    });
    expect(withMarks({ 'klutch.anynines.com/adopt': 'no' })).toMatchObject({
      owner: 'other',
    });
  });

  it('sees that there is nothing', () => {
    expect(classifyOwnership(undefined, pins)).toEqual({ owner: 'nobody' });
  });
});
