import { describeAudience } from './describeAudience';

it.each([
  [{}, 'Everybody who can sign in may bind it.'],
  [{ groups: [] }, 'Nobody may bind it.'],
  [{ groups: ['a', 'b'] }, 'Only some may bind it: members of a, b.'],
  [{ users: ['alice'] }, 'Only some may bind it: some people by name.'],
  [
    { groups: ['a'], issuers: ['https://id.test'] },
    'Only some may bind it: everybody of https://id.test, and members of a.',
  ],
  [
    { groups: ['a'], users: ['alice'] },
    'Only some may bind it: members of a, and some people by name.',
  ],
])('R12: describes %j as: %s', (policy, text) => {
  expect(describeAudience(policy)).toBe(text);
});
