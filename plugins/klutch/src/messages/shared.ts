/** Texts used on several pages. */
export const sharedMessages = {
  title: 'Data services',
  subtitle: 'Databases and other services for your applications',
  locale: 'en',
  time: {
    now: 'just now',
    seconds: '{{n}} s ago',
    minutes: '{{n}} min ago',
    hours: '{{n}} h ago',
    days: '{{n}} d ago',
    months: '{{n}} mo ago',
    years: '{{n}} y ago',
  },
  cancel: 'Cancel',
  save: 'Save',
  close: 'Close',
  discard: {
    title: 'Your changes are not saved.',
    keep: 'Keep editing',
    discard: 'Discard changes',
  },
  download: 'Download {{file}}',
  copy: 'Copy {{what}}',
  copied: 'Copied',
  copyFailed: 'Not copied. Select the text and copy it.',
  message: 'message',
  details: 'Technical details',
  loading: 'Loading {{what}}',
  unknown: 'Not known',
  incomplete:
    'Something may be missing here: a cluster cannot be reached or has just been connected.',
  kubectlContext:
    'The current context of your kubeconfig must be that of {{cluster}}.',
  pages: {
    rows: '{{from}}–{{to}} of {{total}}',
    newest: 'These are the newest {{n}} of {{total}}.',
    next: 'Next page',
    previous: 'Previous page',
  },
  nav: {
    services: 'Services',
    instances: 'Instances',
    label: 'Data services pages',
  },
  error: {
    unreachableTitle: 'The portal cannot be reached',
    awayTitle: 'Not available right now',
    retriesAutomatically: 'This page retries automatically.',
    notRetried:
      'This is not retried automatically. Check whether it was done, and try again if not.',
    expiredTitle: 'Your session has ended',
    expired: 'Sign in again to continue. Nothing you ordered is lost.',
    signIn: 'Sign in again',
    forbiddenTitle: 'You may not see this',
    refusedTitle: 'You may not do this',
    forbiddenAsk: 'Ask a platform operator for access as {{user}}.',
    notFoundTitle: 'Not found',
    forbiddenAskSomebody: 'Ask a platform operator for access.',
    otherTitle: 'The request failed',
    retry: 'Try again',
    staleTitle: 'The shown data may be outdated',
    badStatus: 'The portal returned status {{status}}.',
    unreadable: 'The portal’s response could not be read.',
    noResponse: 'The portal’s backend does not respond.',
    laterBindings:
      'Service bindings were created meanwhile: {{names}}. {{instance}} was not deleted. Look at them, and start again to delete them, too.',
  },
  controlPlane: {
    name: 'the control plane',
    title: 'The control plane cluster cannot be reached',
    text: 'Orders are accepted again when it is reachable. Running instances keep running. This page updates automatically.',
    since: 'It stopped responding {{time}}.',
  },
  appCluster: {
    konnectorOnly: '{{title}} is connected through its konnector only',
    away: '{{title}} cannot be reached',
    lastSeen: 'last seen {{time}}',
    keeps:
      'The shown data was last seen {{time}}. It is updated when the app cluster is reachable again.',
  },
  entity: {
    instance: 'Data service instance',
    service: 'Data service',
    open: 'Open in Data services',
    component: 'Data services',
    componentCreate: 'Create a data service',
    componentEmpty:
      'This component uses no data service of the portal that you may see.',
  },
  state: {
    Waiting: 'Waiting',
    Creating: 'Creating',
    Updating: 'Updating',
    Deleting: 'Deleting',
    Ready: 'Ready',
    Degraded: 'Degraded',
    Failed: 'Failed',
    Unknown: 'Unknown',
  },
  sortBy: 'Sort by',
  restoring: 'Restoring',
  providerState: '{{state}} ({{providerState}})',
  typedName: {
    label: 'Type {{name}} to confirm',
    mismatch: 'The name does not match.',
  },
  permission: {
    create:
      'You may not order. Ask a platform operator for permission to order data services.',
    update:
      'You may not change instances. Ask a platform operator for permission to change data services.',
    delete:
      'You may not delete. Ask a platform operator for permission to delete data services.',
    restore:
      'A restore gives access to data, so it requires the permission to reveal credentials. Ask a platform operator for this permission.',
    reveal:
      'You may not reveal credentials. Ask a platform operator for permission to reveal them.',
  },
  forbidden: {
    create:
      'You may not order this in namespace {{namespace}} on {{cluster}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
    change:
      'You may not change this in namespace {{namespace}} on {{cluster}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
    delete:
      'You may not delete this in namespace {{namespace}} on {{cluster}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
    restore:
      'A restore gives access to data, so it requires the right to read Secrets in namespace {{namespace}} on {{cluster}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
    reveal:
      'You may not read Secrets in namespace {{namespace}} on {{cluster}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
  },
  conditions: {
    empty: 'No conditions are reported yet.',
    raw: 'Raw conditions',
    good: 'Met',
    bad: 'Not met',
    pending: 'Unknown',
  },
  name: {
    required: 'Enter a name.',
    tooLong: 'Use at most {{max}} characters.',
    characters: 'Use lower-case letters, digits and hyphens only.',
    edges: 'Start and end with a letter or a digit.',
    taken: '{{name}} is already used in {{namespace}}.',
    free: '{{name}} is available.',
  },
} as const;
