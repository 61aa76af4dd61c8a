/** Texts of the tab Connect: service bindings and their credentials. */

export const connectMessages = {
  connect: {
    what: 'service bindings',
    title: 'Service bindings',
    hint: 'Applications connect with a service binding.',
    create: 'Create binding',
    createTitle: 'Create a service binding for {{name}}',
    createText:
      'A service binding gives one application its own user. The credentials arrive as a Secret in namespace {{namespace}}.',
    name: 'Name',
    nameHelp: 'For example the name of the application that connects.',
    created: '{{name}} was ordered. Its credentials arrive in a moment.',
    column: {
      name: 'Name',
      state: 'State',
      createdBy: 'Created by',
      age: 'Age',
      usedBy: 'Used by',
      actions: 'Actions',
    },
    showUse: 'Show',
    showUseLabel: 'Show the workloads that use {{name}}',
    workloads: 'workloads',
    using: 'These workloads use its Secret:',
    unused: 'No workload in the namespace uses its Secret.',
    unknownUse:
      'You may not list all workloads of the namespace, so others may use its Secret.',
    reveal: 'Reveal',
    revealLabel: 'Reveal credentials of {{name}}',
    revealTitle: 'Reveal the credentials of {{name}}',
    revealText:
      'The credentials are shown for a minute. The audit log and the activity of the instance record who revealed them.',
    revealReason: 'Reason (optional)',
    revealReasonHelp: 'Recorded as well, so enter no secrets.',
    notReady: 'Credentials can be read when the binding is ready.',
    delete: 'Delete',
    deleteLabel: 'Delete binding {{name}}',
    deleteTitle: 'Delete service binding {{name}}',
    deleteText:
      'Applications that use these credentials lose access to {{instance}} at once. This cannot be undone; a new binding has new credentials.',
    deleteAction: 'Delete binding',
    deleted: '{{name}} is being deleted',
  },
  rotate: {
    action: 'Rotate',
    actionLabel: 'Rotate credentials of {{name}}',
    continue: 'Continue rotation',
    continueLabel: 'Continue rotation of {{name}}',
    replacedBy: 'Being replaced by {{name}}',
    title: 'Rotate the credentials of {{name}}',
    text: 'Old and new credentials are valid at the same time, so that applications can change one after the other. You can close this dialog and continue later.',
    step: {
      create: 'New credentials',
      move: 'Applications use the new credentials',
      remove: 'Old credentials removed',
    },
    create: 'Create {{name}}',
    createText:
      'A new service binding {{name}} gets a user of its own in the same instance.',
    wait: '{{name}} is being created. The next step follows when its credentials have arrived.',
    failed:
      '{{name}} failed. The old credentials are still valid, so applications can use them, or go back to them. If {{name}} never worked, delete it in the list of service bindings; then the rotation can be started again.',
    waiting: 'Waiting for the new credentials…',
    move: 'Both are valid now. Change your applications from the Secret {{old}} to the Secret {{new}}, and restart them.',
    restart: 'Command to restart them after the change',
    using: 'These workloads still use the old Secret:',
    unused: 'No workload in the namespace uses the old Secret any more.',
    unknownUse:
      'You may not list all workloads of the namespace, so others may use the old Secret, too.',
    remove: 'Delete {{name}}',
    removeAnyway: 'Delete {{name}} anyway',
    removeText:
      'Applications that still use the credentials of {{old}} lose access when you delete it.',
    done: 'The old credentials are being removed. {{new}} takes their place.',
    protected:
      '{{name}} is protected from deletion. Remove its protection in the list of service bindings first.',
  },
  credentials: {
    title: 'Credentials of {{name}}',
    secret:
      'They are also in Secret {{secret}} in namespace {{namespace}}, for your application.',
    audited: 'This access was recorded in the audit log.',
    closes: 'Closes automatically in {{seconds}} s.',
    show: 'Show {{what}}',
    hide: 'Hide {{what}}',
    formats: 'Formats of the credentials',
    fields: 'Fields',
    env: 'Environment',
    clientEnv: 'Standard variables',
    json: 'JSON',
    uri: 'URI',
    psql: 'psql',
    mariadb: 'mariadb',
    mongosh: 'mongosh',
    'valkey-cli': 'valkey-cli',
    clientHint:
      '{{program}} prompts for the password (see Fields), which keeps the password out of the shell’s history.',
    caHint: 'Save the field cacrt as the file ca.crt first.',
    serviceBinding: 'servicebinding.io',
    serviceBindingHint:
      'The files that an application finds when a ServiceBinding of servicebinding.io, with this name and type, projects the Secret.',
    column: { key: 'Key', value: 'Value', actions: 'Actions' },
    masked: 'hidden',
    empty: 'The Secret is still empty. Try again in a moment.',
  },
} as const;
