/** Texts of the Services page and of the service page. */
export const servicesMessages = {
  what: 'data services',
  search: 'Search services',
  cluster: 'App cluster',
  docsOf: 'Documentation of {{title}}',
  empty:
    'No data services are offered yet. A platform operator can offer one under Data platform → Export templates.',
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
  bindMore: 'Bind to another cluster',
  ask: 'Ask for binding',
  askMore: 'Ask for another cluster',
  askTitle: 'Ask for {{title}} on your app cluster',
  askText:
    'Platform operators bind services to app clusters. They see your request, and you see the service as bound when they have met it.',
  askNowhere:
    'There is no app cluster yet that could bind it. Ask a platform operator to register yours.',
  askNote: 'What it is for (optional)',
  askSend: 'Send request',
  asked: 'The platform operators see your request',
  forbidden: {
    create:
      'You may not create {{title}} in any namespace on {{clusters}}. Ask an operator there for the right; your user name is {{user}}.',
    createAny:
      'You may not create data services on any app cluster. Ask an operator of your app cluster for the right; your user name there is {{user}}.',
  },
  own: {
    title: 'Your requests',
    column: {
      service: 'Service',
      cluster: 'App cluster',
      state: 'State',
      age: 'Age',
      actions: 'Actions',
    },
    state: {
      Open: 'Not answered yet',
      Approved: 'Approved: it will be bound',
      Fulfilled: 'Bound: you can order it',
      Dismissed: 'Refused',
    },
    createLabel: 'Create a {{title}} instance on {{cluster}}',
    withdraw: 'Withdraw',
    withdrawLabel: 'Withdraw the request for {{title}}',
    remove: 'Remove',
    removeLabel: 'Remove the request for {{title}}',
  },
  service: {
    docs: 'Documentation',
    plans: 'Plans',
    versions: 'Versions',
    where: 'Where it is bound',
    apiVersion: 'API version',
    kind: 'Kind',
    resource: 'Resource',
    composition: 'Backends (Compositions)',
    compositionDefault: '(default)',
    compositionHelp:
      'A Composition runs the service on one backend. An order uses the default unless its advanced settings name another one.',
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
