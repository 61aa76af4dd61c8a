import { covers } from './covers';

const spec = { plan: 'nano', parameters: { workMem: '16MB', roles: ['a'] } };

it.each([
  ['nothing', {}],
  ['a part', { parameters: { workMem: '16MB' } }],
  ['a list', { parameters: { roles: ['a'] } }],
  ['the removal of a field that is not there', { service: null }],
])('covers %s', (_, part) => {
  expect(covers(spec, part)).toBe(true);
});

it.each([
  ['another value', { plan: 'big' }],
  ['another value further down', { parameters: { workMem: '8MB' } }],
  ['a further field', { service: 'a9s-postgresql15' }],
  ['another list', { parameters: { roles: ['a', 'b'] } }],
  ['the removal of a field', { parameters: null }],
  ['an object instead of a value', { plan: { name: 'nano' } }],
])('does not cover %s', (_, part) => {
  expect(covers(spec, part)).toBe(false);
});
