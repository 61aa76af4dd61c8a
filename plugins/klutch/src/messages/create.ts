/** Texts of the create wizard. */
export const createMessages = {
  title: 'Create a {{title}} instance',
  steps: { where: 'Where', what: 'What', review: 'Review', label: 'Steps' },
  back: 'Back',
  next: 'Next: {{step}}',
  waiting:
    'Loading the namespaces of the app cluster. The next step opens automatically.',
  kept: 'Your draft was kept.',
  startAgain: 'Start again',
  submit: 'Create {{name}} on {{cluster}}',
  submitting: 'Creating {{name}}…',
  refused: '{{name}} was not ordered: {{reason}}',
  created: '{{name}} was ordered',
  notInstance:
    '{{title}} has no instances to create. Choose another service under Services.',
  notBound:
    '{{title}} is not bound on any of your app clusters yet, so it cannot be ordered.',
  where: {
    clusters: 'app clusters',
    namespaces: 'namespaces',
    cluster: 'App cluster',
    clusterHelp: 'The cluster where your application runs.',
    clusterRequired: 'Choose an app cluster.',
    notBound:
      '{{title}} is not bound here. Ask a platform operator to bind it.',
    withdrawn:
      '{{title}} is not bound here and was withdrawn. Ask a platform operator to offer it again.',
    away: 'Cannot be reached: {{message}}',
    namespace: 'Namespace',
    namespaceHelp: 'The credentials are stored here, next to your application.',
    namespaceFirst: 'Choose an app cluster first.',
    namespaceRequired: 'Choose a namespace.',
    namespaceNone:
      'You may not order in any namespace of this app cluster. Ask an operator of the app cluster for the right.',
    namespaceMissing:
      'This app cluster has no namespace for orders. Ask an operator of the app cluster to create one.',
    namespaceAway: 'You may not order here',
    name: 'Name',
    owner: 'Owner',
    ownerHelp: 'Whom others ask about it.',
    ownerMe: '{{name}} (you)',
    ownerNobody: 'Nobody',
    component: 'Used by',
    componentHelp:
      'The component of the catalog that uses it. The catalog shows both together.',
    componentNone: 'No component',
    nameHelp: 'A name that your team recognises, for example orders-db.',
  },
  what: {
    version: 'Version',
    versionRequired: 'Choose a version.',
    planRequired: 'Choose a plan.',
    versionGone:
      'The version that you chose is not, or no longer, offered. Choose another one.',
    planGone:
      'The plan that you chose is not, or no longer, offered. Choose another one.',
    plan: 'Plan',
  },
  summary: {
    title: 'Summary',
    service: 'Service',
    cluster: 'App cluster',
    namespace: 'Namespace',
    name: 'Name',
    owner: 'Owner',
    component: 'Used by',
    composition: 'Backend',
    version: 'Version',
    plan: 'Plan',
    settings: 'Settings',
    defaults: 'Defaults',
    changed_one: '{{count}} changed',
    changed_other: '{{count}} changed',
    missing: 'Not chosen yet',
  },
  review: {
    summary:
      'You are about to order {{name}}: {{product}} with plan {{plan}}, in namespace {{namespace}} on {{cluster}}.',
    delivery:
      'It is applied now, directly on {{cluster}} and as {{user}}, because the portal is connected to this app cluster.',
    check: 'Check by the app cluster',
    checking: 'The app cluster is checking the order…',
    checked:
      'The app cluster accepts this order. Nothing has been written yet.',
    refused: 'The app cluster does not accept this order',
    refusedFields: 'Correct the marked fields, then return to this step.',
    change: 'Change {{field}}',
    order: 'Your order',
    yaml: 'YAML',
    kubectl: 'As kubectl command',
    asText: 'Without the portal',
  },
} as const;
