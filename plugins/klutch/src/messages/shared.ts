/** Words that several pages use. */
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
    months: '{{n}} months ago',
    years: '{{n}} years ago',
  },
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy {{what}}',
  copied: 'Copied',
  copyFailed: 'Not copied. Select the text and copy it.',
  message: 'message',
  details: 'Technical details',
  loading: 'Loading {{what}}',
  unknown: 'Not known',
  nav: {
    services: 'Services',
    instances: 'Instances',
    platform: 'Platform',
    label: 'Data services pages',
  },
  error: {
    unreachableTitle: 'The portal cannot be reached',
    awayTitle: 'Not available right now',
    retriesAutomatically: 'This page retries automatically.',
    notRetried:
      'This is not retried automatically. Check whether it was done, and try again if not.',
    expiredTitle: 'Your session has ended',
    expired: 'Sign in again to go on. Nothing you ordered is lost.',
    signIn: 'Sign in again',
    forbiddenTitle: 'You may not see this',
    forbiddenAsk:
      'Ask a platform operator, or an owner of the namespace, for access as {{user}}.',
    notFoundTitle: 'This is not here',
    forbiddenAskSomebody:
      'Ask a platform operator, or an owner of the namespace, for access.',
    otherTitle: 'That did not work',
    retry: 'Try again',
    staleTitle: 'Shown is what was known before',
  },
  controlPlane: {
    title: 'The control plane cluster cannot be reached',
    text: 'Orders are accepted again as soon as it answers; what runs keeps running. This page recovers by itself.',
    since: 'It stopped answering {{time}}.',
  },
  appCluster: {
    konnectorOnly: 'The portal sees {{title}} by its konnector only',
    away: '{{title}} cannot be reached',
    lastSeen: 'last seen {{time}}',
    keeps:
      'What is shown was last seen {{time}}. It is read again as soon as the app cluster answers.',
  },
  entity: {
    instance: 'Data service instance',
    service: 'Data service',
    open: 'Open in Data services',
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
  typedName: {
    label: 'Type {{name}} to confirm',
    mismatch: 'This is not the name yet.',
  },
  permission: {
    create:
      'You may look, but not order. Ask a platform operator for the right to order data services.',
    delete:
      'You may not delete. Ask a platform operator for the right to delete data services.',
    restore:
      'A restore hands data over, so it needs the right to read credentials. Ask a platform operator for it.',
    reveal:
      'You may not read credentials. Ask a platform operator for the right to reveal them.',
  },
  conditions: {
    empty: 'No conditions are reported yet.',
    raw: 'Raw conditions',
    good: 'Met',
    bad: 'Not met',
    pending: 'Unknown',
  },
  name: {
    required: 'Give it a name.',
    tooLong: 'Use at most {{max}} characters.',
    characters: 'Use lower-case letters, digits and hyphens only.',
    edges: 'Start and end with a letter or a digit.',
    taken: '{{name}} is already used in {{namespace}}.',
    free: '{{name}} is free.',
  },
} as const;
