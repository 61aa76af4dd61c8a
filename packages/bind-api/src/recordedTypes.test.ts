import { annotations } from './names';
import { recordedTypes, withRecordedTypes } from './recordedTypes';

const annotation = annotations.syncedTypes;
const objectWithTypes = (text?: string, key: string = annotation) => ({
  metadata: {
    name: 'team-a',
    ...(text !== undefined && { annotations: { [key]: text } }),
  },
});
const namesOf = (text?: string) => {
  const types = recordedTypes(objectWithTypes(text), annotation);
  return types && [...types];
};
const withTypes = (text: string | undefined, ...types: string[]) =>
  withRecordedTypes(objectWithTypes(text), annotation, types);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `t${index}.example.com`).join(
    ',',
  );

describe('recordedTypes', () => {
  it('does not know what was there where nothing was noted', () => {
    expect(namesOf()).toEqual(['unknown-before']);
    expect(namesOf('secrets,unknown-before')).toContain('unknown-before');
  });

  it('is empty where somebody says that there was none', () => {
    expect(namesOf('')).toEqual([]);
  });

  it('reads names, also as a person writes them', () => {
    expect(namesOf('secrets, things.example.com,')).toEqual([
      'secrets',
      'things.example.com',
    ]);
  });

  it('takes the note of one side for no note of the other', () => {
    const exported = objectWithTypes(
      'things.example.com',
      annotations.exportedTypes,
    );
    expect(recordedTypes(exported, annotation)).toEqual(
      new Set(['unknown-before']),
    );
  });

  it.each([
    'Things.example.com',
    'things.example.com/v1',
    '{"things":1}',
    'a b',
    `${'a'.repeat(254)}`,
    many(201),
  ])('cannot read %s', text => {
    expect(namesOf(text)).toBeUndefined();
  });
});

describe('withRecordedTypes', () => {
  it('adds types once, and forgets none', () => {
    expect(withTypes('', 'secrets')).toEqual({ [annotation]: 'secrets' });
    expect(withTypes('things.example.com', 'secrets', 'secrets')).toEqual({
      [annotation]: 'secrets,things.example.com',
    });
    expect(withTypes('secrets', 'secrets')).toBeUndefined();
    expect(withTypes('')).toBeUndefined();
  });

  it('says that there may be others where it is the first note', () => {
    expect(withTypes(undefined, 'secrets')).toEqual({
      [annotation]: 'secrets,unknown-before',
    });
    expect(withTypes(undefined)).toEqual({ [annotation]: 'unknown-before' });
  });

  it('leaves alone what it cannot read', () => {
    expect(withTypes('?', 'secrets')).toBeUndefined();
  });

  it('notes one type more than can be read, so that the rest is not taken for all', () => {
    const [text] = Object.values(withTypes(many(200), 'secrets') ?? {});
    expect(namesOf(many(200))).toHaveLength(200);
    expect(namesOf(text)).toBeUndefined();
  });
});
