import { backendFindings, type BackendFacts } from './backendFindings';

const nothing: BackendFacts = {
  missingCrds: [],
  missingRoles: [],
  apisWithoutRoles: [],
  onlyReleasedTemplates: [],
  referenceNamespaces: [],
  clusterWideExports: [],
  appClusterBindings: [],
  finalizedNamespaces: [],
  renewedTokens: [],
};
const everything: BackendFacts = {
  missingCrds: ['a.klutch.anynines.com'],
  missingRoles: ['klutch-binding-backend'],
  apisWithoutRoles: ['databases.example.test'],
  onlyReleasedTemplates: ['vases.example.test'],
  referenceNamespaces: ['cluster-a'],
  clusterWideExports: ['cluster-a/databases.example.test'],
  appClusterBindings: ['team/cluster'],
  finalizedNamespaces: ['cluster-a/default'],
  renewedTokens: ['cluster-a'],
};
const states = (to: 'klutch' | 'reference', facts: BackendFacts) =>
  backendFindings(to, facts).map(({ state }) => state);

it('has nothing to do on a prepared control plane', () => {
  expect(states('klutch', nothing)).toEqual([
    ...['done', 'done', 'done', 'done', 'note'],
  ]);
  expect(states('reference', nothing)).toEqual(['done', 'done']);
});

it('lists what to do, and what to know', () => {
  expect(backendFindings('klutch', everything)).toMatchSnapshot();
  expect(backendFindings('reference', everything)).toMatchSnapshot();
});

it('shortens long lists', () => {
  const missingCrds = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const [first] = backendFindings('klutch', { ...nothing, missingCrds });
  expect(first?.text).toContain('a, b, c, d, e and 2 more');
});
