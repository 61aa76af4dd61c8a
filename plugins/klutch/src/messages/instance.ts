/** Texts of the instance page; those of its parts are in the files of the folder `instance`. */
import { overviewMessages } from './instance/overview';
import { connectMessages } from './instance/connect';
import { backupsMessages } from './instance/backups';
import { changesMessages } from './instance/changes';

export const instanceMessages = {
  what: 'the instance',
  notFound:
    'There is no {{name}} in namespace {{namespace}} on {{cluster}}. It may have been deleted, or the link is wrong.',
  deletedTitle: '{{name}} is no longer here',
  deleted:
    'The instance was deleted while this page was open, or you may no longer see it. The backups of a deleted instance stay in its namespace; the page Instances lists them at its end.',
  hidden: {
    binding:
      'You may not see all service bindings in {{namespace}}, so there may be others. Ask a platform operator for the right.',
    backup:
      'You may not see all backups in {{namespace}}, so there may be others. Ask a platform operator for the right.',
    restore:
      'You may not see all restores in {{namespace}}, so there may be others. Ask a platform operator for the right.',
    activity:
      'Some of what was done is not shown: it is about service bindings, backups or restores that you may not see, or that no longer exist.',
    events:
      'You may not list events in {{namespace}}. Ask a platform operator for the right.',
  },
  unknownState:
    'Its state is not known, because its app cluster or the control plane cluster cannot be reached.',
  toInstances: 'Back to all instances',
  tabs: {
    label: 'Parts of the instance',
    overview: 'Overview',
    connect: 'Connect',
    backups: 'Backups',
    activity: 'Activity',
    yaml: 'YAML',
  },
  head: {
    label: 'Instance {{name}}',
    where: '{{namespace}} on {{cluster}}',
    owner: 'Owned by {{owner}}',
    plan: 'Plan {{plan}}',
    more: 'More actions',
    protected: 'Protected from deletion',
  },
  action: {
    backup: 'Back up now',
    bind: 'Create binding',
    changePlan: 'Change plan…',
    settings: 'Edit settings…',
    ownership: 'Owner and component…',
    protect: 'Protect from deletion',
    unprotect: 'Remove protection from deletion',
    delete: 'Delete…',
  },
  gitOps: {
    title: '{{tool}} manages {{name}}',
    text: '{{tool}} applies {{name}} from a repository ({{source}}). Change its plan and settings there, and delete it there: {{tool}} may undo a change made here, and may create a deleted instance again without its data.',
    menu: 'Managed by {{tool}}: change it in its repository.',
    tool: { argocd: 'Argo CD', flux: 'Flux' },
  },
  offer: {
    binding: 'Service bindings',
    backup: 'Backups',
    restore: 'Restores',
    instance: 'Instances',
    unnamed:
      '{{api}} are not available for {{title}}: its API names no API for them (annotation klutch.anynines.com/related-apis).',
    notOffered:
      '{{api}} are not offered. A platform operator can offer them under Data platform → Export templates.',
    notBound:
      '{{api}} are not bound on {{cluster}}. A platform operator can bind them under Data platform → App clusters.',
    noType:
      'The type of this service is unknown because the service is no longer offered. Ask a platform operator to offer it again.',
    deleting: '{{name}} is being deleted.',
  },
  activity: {
    title: 'Activity',
    history: 'the history',
    column: { at: 'When', action: 'What', by: 'By' },
    created: 'Created {{what}}',
    changed: 'Changed {{what}}',
    changedFields: 'Changed {{what}}: {{fields}}',
    protected: 'Protected {{what}} from deletion',
    unprotected: 'Removed the deletion protection of {{what}}',
    scheduled: 'Set the backup schedule of {{what}}',
    unscheduled: 'Removed the backup schedule of {{what}}',
    ownershipChanged: 'Changed owner or component of {{what}}',
    revealed: 'Revealed the credentials of {{what}}',
    revealedReason: 'Revealed the credentials of {{what}}: {{reason}}',
    deleted: 'Deleted {{what}}',
    claim: {
      instance: 'the instance',
      binding: 'the service binding {{name}}',
      backup: 'the backup {{name}}',
      restore: 'the restore {{name}}',
    },
    schedule: 'the backup schedule',
    unrecorded: 'not recorded in the portal',
    client: '{{client}}, outside of the portal',
    events: 'Events',
    what: 'events',
    empty: 'Nothing has happened yet.',
    nothing: 'Nothing is recorded yet, or only what is too old to be kept.',
    times_one: 'once',
    times_other: '{{count}} times',
  },
  delete: {
    protected:
      'Protected from deletion: {{names}}. Nothing can be deleted until the protection is removed.',
    title: 'Delete {{name}}',
    text: 'The instance and all its data are deleted, on {{cluster}} and in the service behind it. This cannot be undone.',
    bindings:
      'Service bindings that refer to it are deleted first; applications that use them lose access:',
    backups:
      'Backups of the instance stay in namespace {{namespace}}; the page Instances lists them below. Without the instance they can be restored only where the service restores into other instances:',
    nothing: 'No service binding and no backup refers to it.',
    unseen:
      'Service bindings that you may not see stay, and applications that use them lose access.',
    more_one: '{{count}} more',
    more_other: '{{count}} more',
    managed:
      'A GitOps tool applies {{names}} and would create them again. Remove them from its repository first; what the tool leaves behind is deleted with kubectl.',
    bindingsForbidden:
      'You may not delete its service bindings, which are deleted first. Ask an operator of {{cluster}} for the right.',
    tooMany:
      '{{total}} service bindings refer to it, more than the {{n}} that the portal can delete with it. Delete service bindings under Connect, or with kubectl, until at most {{n}} are left.',
    loading: 'Looking for service bindings and backups of the instance…',
    deleting: 'Deleting the service binding {{binding}}…',
    waiting:
      'Waiting until the service binding {{binding}} is deleted. Closing this dialog keeps the instance.',
    stopped:
      'The service binding {{binding}} is not deleted yet, so {{name}} and its data are kept. Delete {{name}} again when the service binding is deleted.',
    action: 'Delete instance',
    done: '{{name}} is being deleted',
  },
  ...overviewMessages,
  ...connectMessages,
  ...backupsMessages,
  ...changesMessages,
} as const;
