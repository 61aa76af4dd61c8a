/** Texts of the dialogs that change an instance. */

export const changesMessages = {
  ownership: {
    title: 'Owner and component of {{name}}',
    explain:
      'The catalog shows the instance with both. They change no rights on the app cluster.',
    saved: 'Owner and component were saved',
    present: 'What somebody else has set',
    values: 'Owner: {{owner}}. Component: {{component}}.',
  },
  settings: {
    title: 'Settings of {{name}}',
    action: 'Apply changes',
    unknown:
      'The settings are not known, because the control plane does not offer the service at present.',
    anyway: 'Apply my changes anyway',
    changes: 'Changes',
    change: '{{before}} → {{after}}',
    default: 'default',
    started: '{{name}} changes its settings.',
    conflict: 'Somebody else has changed these settings meanwhile',
    theirs: '{{before}} → {{after}}; you did not change it',
    both: '{{before}} → {{after}}; your change makes it {{yours}}',
    startAgain: 'Start again',
  },
  protection: {
    on: '{{name}} is protected from deletion.',
    off: '{{name}} can be deleted now.',
    delete: 'To delete the instance, remove its protection first.',
    remove: 'Remove protection',
    removeLabel: 'Remove the protection of {{name}}',
  },
  changePlan: {
    title: 'Change the plan of {{name}}',
    action: 'Change plan',
    to: 'Change to {{plan}}',
    text: 'The present plan is {{plan}}. These are the plans that the instance can change to.',
    none: 'The instance cannot change from the plan {{plan}} to another one: the rules of the service allow none.',
    unknown:
      'To which plans the instance can change is not known, because the control plane does not offer the service at present.',
    present: 'The present plan.',
    started: '{{name}} changes to {{plan}}.',
  },
  changeVersion: {
    text: 'The present version is {{version}}. These are the versions that the instance can change to.',
    fixed: '{{version}} cannot be changed in place',
    instead:
      'The API of the service says: {{reason}}. To get to another version ({{versions}}), restore a backup into a new instance of it, where the service can.',
    restore: 'Version of the new instance',
    restoreHelp:
      'Not every service can restore a backup of one version into another; the state of the restore says so.',
  },
} as const;
