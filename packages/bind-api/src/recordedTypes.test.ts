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
  it('returns only the marker when the annotation is missing', () => {
    expect(namesOf()).toEqual(['unknown-before']);
    expect(namesOf('secrets,unknown-before')).toContain('unknown-before');
  });

  it('is empty for an empty annotation', () => {
    expect(namesOf('')).toEqual([]);
  });

  it('reads names, also with blanks and empty items', () => {
    expect(namesOf('secrets, things.example.com,')).toEqual([
      'secrets',
      'things.example.com',
    ]);
  });

  it('does not mix up the annotations of the two sides', () => {
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
  ])('returns undefined for %s', text => {
    expect(namesOf(text)).toBeUndefined();
  });
});

describe('withRecordedTypes', () => {
  it('adds types once, and removes none', () => {
    expect(withTypes('', 'secrets')).toEqual({ [annotation]: 'secrets' });
    expect(withTypes('things.example.com', 'secrets', 'secrets')).toEqual({
      [annotation]: 'secrets,things.example.com',
    });
    expect(withTypes('secrets', 'secrets')).toBeUndefined();
    expect(withTypes('')).toBeUndefined();
  });

  it('adds the marker when the annotation is new', () => {
    expect(withTypes(undefined, 'secrets')).toEqual({
      [annotation]: 'secrets,unknown-before',
    });
    expect(withTypes(undefined)).toEqual({ [annotation]: 'unknown-before' });
  });

  it('does not change an unreadable annotation', () => {
    expect(withTypes('?', 'secrets')).toBeUndefined();
  });

  it('writes a list above the readable maximum, so that it does not count as complete', () => {
    const [text] = Object.values(withTypes(many(200), 'secrets') ?? {});
    expect(namesOf(many(200))).toHaveLength(200);
    expect(namesOf(text)).toBeUndefined();
  });
});
