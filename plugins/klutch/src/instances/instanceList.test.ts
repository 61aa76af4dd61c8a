import {
  formatOrder,
  instanceQuery,
  nextOrder,
  parseOrder,
} from './instanceList';

const noFilter = {
  search: '',
  cluster: '',
  namespace: '',
  service: '',
  state: '',
  owner: '',
};

it.each(['', '-name', 'state', '-age'])('keeps the order "%s"', text => {
  expect(formatOrder(parseOrder(text))).toBe(text);
});

it('orders by name when the URL names no column', () => {
  expect(parseOrder('-constructor')).toEqual({
    column: 'name',
    isReversed: true,
  });
  expect(formatOrder(parseOrder('name'))).toBe('');
});

it('reverses the order of a column at the second click', () => {
  const once = nextOrder(parseOrder(''), 'state');
  const twice = nextOrder(once, 'state');
  expect([once, twice, nextOrder(twice, 'plan')].map(formatOrder)).toEqual([
    'state',
    '-state',
    'plan',
  ]);
});

it('asks for what is filtered only', () => {
  expect(instanceQuery(noFilter, parseOrder('-age'), undefined)).toEqual({
    type: 'instance',
    sort: '-created',
    limit: 25,
    facets: true,
    may: true,
  });
  expect(
    instanceQuery(
      { ...noFilter, service: 'sqls.g.io', search: 'a b' },
      parseOrder(''),
      'next',
    ),
  ).toMatchObject({ resource: 'sqls.g.io', search: 'a b', cursor: 'next' });
});
