/** Texts of the Services page and of the service page. */
export const servicesMessages = {
  what: 'data services',
  search: 'Search services',
  cluster: 'App cluster',
  anyCluster: 'Every app cluster',
  empty:
    'No data services are offered yet. An operator can offer one under Platform → Export templates.',
  emptyOperator: 'Open export templates',
  noMatch:
    'No service matches. Search for something else, or choose every app cluster.',
  boundOn_one: 'Bound on your app cluster',
  boundOn_other: 'Bound on {{bound}} of your {{count}} app clusters',
  boundNowhere: 'Not bound on any of your app clusters',
  noClusters: 'There is no app cluster yet',
  withdrawn:
    'Withdrawn: it can still be ordered where it is bound, but cannot be bound to further app clusters.',
  create: 'Create',
  createLong: 'Create a {{title}} instance',
  bind: 'Bind',
  ask: 'Ask for binding',
  askTitle: 'Ask for {{title}} on your app cluster',
  askText:
    'A platform operator binds services to app clusters. Send them this, for example in your team’s channel:',
  askMessage:
    'Please bind {{title}} ({{resource}}) to our app cluster. In the portal: {{link}}',
  service: {
    docs: 'Documentation',
    plans: 'Plans',
    versions: 'Versions',
    where: 'Where it is bound',
    apiVersion: 'API version',
    kind: 'Kind',
    resource: 'Resource',
    composition: 'Composition',
    bound: 'Bound: you can order it here',
    notBound: 'Not bound',
    noClusters: 'There are no app clusters yet.',
  },
  plan: {
    plan: 'Plan',
    replicas: 'Replicas',
    memory: 'Memory',
    storage: 'Storage',
    connections: 'Connections',
    notAvailable: 'Not available here.',
    more_one: 'Show {{count}} more plan that is not available here',
    more_other: 'Show {{count}} more plans that are not available here',
    none: 'This service has no plans.',
    choose: 'Choose {{plan}}',
  },
} as const;
