/** Texts of the pages of app clusters, and of requests and exports. */
export const appClustersMessages = {
  close: 'Close',
  command: 'command',
  details: 'Details',
  exports: 'Show exports',
  kubectl:
    'The portal has no kubeconfig of {{title}}. A cluster administrator runs this there:',
  overview: 'Overview',
  unreachable: 'The portal cannot reach it',
  attention: 'Needs your attention',
  suspended:
    '{{title}} is suspended: nothing is written or deleted on either cluster until you resume it.',
  apiSuspended: 'Suspended',
  notReady_one: '{{n}} of {{count}} API not ready',
  notReady_other: '{{n}} of {{count}} APIs not ready',
  list: { search: 'Search', noMatch: 'Nothing matches these filters.' },
  health: {
    Failing: 'Not working',
    Degraded: 'Needs attention',
    Waiting: 'Not connected yet',
    Suspended: 'Suspended',
    Healthy: 'Healthy',
  },
  exportState: {
    Failing: 'With a problem',
    Pending: 'Waiting',
    Ready: 'Ready',
  },
  certificates: 'Certificates and credentials',
  konnector: {
    title: 'Konnector',
    version: 'Version',
    outdated: 'version {{version}}; the portal offers {{offered}}',
  },
  token: {
    name: 'Token',
    age: 'Token since',
    since: 'since',
    expires: 'Expires {{time}}; it is renewed before that.',
    state: {
      Valid: 'Valid',
      Expired: 'Expired',
      Revoked: 'Revoked',
      None: 'None yet',
    },
  },
  history: {
    title: 'Heartbeat timeline',
    empty: 'No change was recorded yet.',
    older_one: '{{count}} earlier change',
    older_other: '{{count}} earlier changes',
    state: {
      Healthy: 'Reports, healthy',
      Degraded: 'Reports a problem',
      Lost: 'Lost',
      Waiting: 'Waiting for the first report',
      Unbound: 'Not bound to anything',
    },
  },
  upgrade: {
    open: 'Upgrade konnector…',
    title: 'Konnector of {{title}}',
    text: 'The manifest of the konnector that belongs to this portal, for an installation or an upgrade on {{title}}. Bindings, tokens and data stay; a standby replica takes over during the upgrade.',
    cli: 'With the plugin of kubectl:',
    kubectl: 'Or download the manifest and apply it:',
    manifest: 'manifest of the konnector',
  },
  rotate: {
    open: 'Rotate token…',
    title: 'Rotate the token of {{title}}',
    text: 'The konnector of {{title}} gets a new token, and all others are refused within seconds. Changes wait meanwhile; instances keep running.',
    action: 'Rotate token',
    done: 'The konnector of {{title}} has a new token',
    withoutKubeconfig:
      'Tokens are renewed by themselves. The portal has no kubeconfig of {{title}}, so it cannot hand over a new token at once: choose “Revoke tokens…” here, then “Bind API…”, and run the new join command on {{title}}. Changes wait meanwhile; instances keep running.',
  },
  suspend: {
    open: 'Suspend…',
    title: 'Suspend {{title}}',
    text: 'The konnector of {{title}} writes and deletes nothing on either cluster until you resume it. Instances keep running; orders, changes and deletions wait. An API that is bound meanwhile is not suspended.',
    action: 'Suspend',
    done: '{{title}} is suspended',
  },
  resume: {
    open: 'Resume…',
    title: 'Resume {{title}}',
    text: 'The konnector of {{title}} carries out what has waited: orders, changes and deletions.',
    action: 'Resume',
    done: '{{title}} is resumed',
  },
  approve: {
    open: 'Approve…',
    waiting_one: '{{count}} deletion of {{title}} waits for approval',
    waiting_other: '{{count}} deletions of {{title}} wait for approval',
    keep: 'Many objects were deleted at once. Find out who deleted them first. Create an object again to keep its data.',
    title: 'Approve deletions of {{title}}',
    text: 'The konnector deletes that many copies of {{title}} from {{cluster}} on the control plane, with their data. This cannot be undone.',
    count: 'Deletions to approve',
    countHelp: 'More than these wait for another approval.',
    action_one: 'Delete {{count}} for good',
    action_other: 'Delete {{count}} for good',
    done_one: '{{count}} deletion of {{title}} is approved',
    done_other: '{{count}} deletions of {{title}} are approved',
  },
  claims: {
    waiting: '{{title}} asks for permission claims that nobody has answered',
    text: 'They are not served until somebody accepts them. To answer, bind the API again.',
    review: 'Review…',
    unanswered_one: '{{count}} permission claim without an answer',
    unanswered_other: '{{count}} permission claims without an answer',
  },
  finding: {
    OrphanedCopies: {
      title: '{{title}}: copies without an object',
      remedy:
        'Their data is kept. Create an object of the same name again to continue with it, or create and delete it to delete the copy.',
    },
    OrphanedAppClusterCopies: {
      title: '{{title}}: objects left by another konnector',
      remedy:
        'Their originals on the control plane are gone. Delete those on the app cluster that nothing uses.',
    },
    NameCollisions: {
      title: '{{title}}: names that are in use',
      remedy:
        'The control plane has other objects of these names. Rename the objects on the app cluster, or remove the others on the control plane.',
    },
    RefusedObjects: {
      title: '{{title}}: objects that a cluster refuses',
      remedy:
        'Change the object, or the policy or right that the message names.',
    },
    UncheckedObjects: {
      title: '{{title}}: objects that could not be checked yet',
      remedy:
        'The konnector tries again. If this stays, the message gives the reason.',
    },
  },
  copies: {
    title_one: '{{count}} copy on the control plane has no object here',
    title_other: '{{count}} copies on the control plane have no object here',
    text: 'They were kept on purpose, or their objects were lost. Their data is still there: create an object of the same name in its namespace to continue with it. Delete on the control plane only what nobody needs.',
    name: 'Name',
    service: 'Service',
    namespace: 'Namespace',
    serviceNamespace: 'Namespace on the control plane',
    delete: 'How to delete it for good',
    command: 'Command for {{name}}',
  },
  inventory: {
    title: 'Inventory',
    service: 'Service',
    objects: 'On the app cluster',
    copies: 'On the control plane',
    instances: 'Show instances',
  },
  unbind: {
    open: 'Unbind…',
    label: 'Unbind {{title}}',
    title: 'Unbind {{title}} from {{cluster}}',
    goes: 'What goes:',
    binding: 'The binding of {{title}}, and the rights of konnector and portal',
    orders:
      '{{title}} can no longer be ordered or changed on {{cluster}}, and the portal no longer shows its objects there',
    stays: 'What stays:',
    objects: 'All objects on {{cluster}}, no longer kept in sync',
    countedObjects_one:
      '{{count}} object on {{cluster}}, no longer kept in sync',
    countedObjects_other:
      '{{count}} objects on {{cluster}}, no longer kept in sync',
    copies_one:
      '{{count}} copy on the control plane, with the running service and its data',
    copies_other:
      '{{count}} copies on the control plane, with the running services and their data',
    again: 'Binding the API again continues with the same objects and data.',
    action: 'Unbind',
    done: '{{title}} is unbound from {{cluster}}',
    unfinished: '{{title}} is not yet unbound from {{cluster}}',
    unfinishedText:
      'The konnector still releases its objects, and needs its rights for that. Finish to wait for it again, and to remove the rights of konnector and portal afterwards. If it takes long, check that the konnector runs. Once this dialog is closed, the rights are removed by binding the API again and unbinding it.',
    finish: 'Finish unbinding',
  },
  offboard: {
    text: 'Offboarding ends the connection of {{title}} to the control plane, for good. The app cluster itself is not changed.',
    unbindFirst:
      'APIs are still bound on {{title}}. Unbind them on this page first: otherwise their objects there cannot be deleted later.',
    deleted: 'Deleted for good on the control plane:',
    namespace: 'Namespace {{namespace}}: {{contents}}',
    kept: 'Namespace {{namespace}} stays: it belongs to something else, or is being deleted already',
    empty: 'empty',
    counted: '{{title}} ({{n}})',
    uncounted: '{{title}} (could not be counted)',
    apis: 'The offer of {{apis}} to this app cluster',
    access: 'Tokens, join commands and the registration of {{title}}',
    lost_one: '{{count}} service is deleted with its data',
    lost_other: '{{count}} services are deleted with their data',
    noReturn: 'This cannot be undone. Take backups out of the platform first.',
  },
  once: {
    title: 'The command is not shown again.',
    text: 'Copy it first. Without it you have to create another one.',
    keep: 'Keep it open',
    close: 'Close',
  },
  requests: {
    state: {
      Open: 'Not answered',
      Approved: 'Approved, not bound yet',
      Fulfilled: 'Bound',
      Dismissed: 'Refused',
    },
    waiting_one: '{{count}} request for a service waits',
    waiting_other: '{{count}} requests for services wait',
    approve: 'Approve…',
    approveLabel: 'Approve the request for {{title}} by {{user}}',
    approveTitle: 'Approve the request for {{title}}',
    approveText:
      'Who asked sees the approval and your answer. The next step is to bind {{title}} to {{cluster}}; its permission claims are shown there.',
    approveAction: 'Approve and go on',
    mayNotAnswer:
      'You may not bind this service there, so you cannot answer the request.',
    notForYou:
      '{{title}} is not offered to you, so somebody else has to bind it, or its offer has to change.',
    notOffered:
      '{{title}} is not offered at the moment. Offer it under Export templates, then bind it.',
  },
} as const;
