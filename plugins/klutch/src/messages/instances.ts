/** Texts of the list of instances. */
export const instancesMessages = {
  what: 'instances',
  search: 'Search instances',
  cluster: 'App cluster',
  namespace: 'Namespace',
  service: 'Service',
  state: 'State',
  owner: 'Owner',
  any: 'Any',
  incomplete:
    'Some instances may be missing here: an app cluster cannot be reached or has just been connected.',
  clear: 'Clear filters',
  empty:
    'You have no service instances yet. Order one under Services: it takes a minute.',
  emptyAction: 'Open services',
  rows: '{{from}}–{{to}} of {{total}}',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  noMatch: 'No instance matches these filters.',
  column: {
    name: 'Name',
    service: 'Service',
    plan: 'Plan',
    where: 'Where',
    state: 'State',
    lastBackup: 'Last backup',
    owner: 'Owner',
    age: 'Age',
  },
  noBackup: 'None',
} as const;
