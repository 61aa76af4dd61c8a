import { ApiError } from '../errors';
import { fieldConflicts } from './fieldConflicts';

const conflict = (...messages: string[]) =>
  new ApiError({
    code: 409,
    reason: 'Conflict',
    message: 'm',
    causes: messages.map(message => ({
      field: 'spec.size',
      reason: 'FieldManagerConflict',
      message,
    })),
  });

it.each([
  ['conflict with "one"', 'one'],
  ['conflict with "one" using v1', 'one'],
  ['conflict with "a \\"b\\"" with subresource "status" using v1', 'a "b"'],
  ['conflict with "a\\x01"', 'a\\x01'],
  ['another manager', 'another manager'],
])('reads the manager of: %s', (message, manager) => {
  expect(fieldConflicts(conflict(message))).toEqual([
    { field: 'spec.size', manager },
  ]);
});

it('finds none in other errors', () => {
  expect(fieldConflicts(conflict())).toEqual([]);
  expect(fieldConflicts(new Error('x'))).toEqual([]);
  const exists = new ApiError({
    code: 409,
    reason: 'AlreadyExists',
    message: 'm',
  });
  expect(fieldConflicts(exists)).toEqual([]);
});
