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
  filters: 'Filters',
  clear: 'Clear filters',
  empty:
    'You have no service instances yet. Order one under Services: it takes a minute.',
  emptyAction: 'Open services',
  notListed:
    'There are service instances in namespaces where you ({{user}}) may not list them. If some are of your team, ask a platform operator for the right to list them.',
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
  selected_one: '1 instance selected',
  selected_other: '{{count}} instances selected',
  deleted: {
    show: 'Show backups of deleted instances',
    none: 'There are none that you may see.',
    title: 'Backups of deleted instances',
    text: 'These stayed when their instances were deleted, and use storage until they are deleted, too.',
    instance: 'Instance',
    notElsewhere:
      'This service restores a backup only into its own instance, which is deleted.',
    restoreTitle: 'Restore from {{name}}',
    restore: 'Restore',
    restoreText:
      'The instance of this backup is deleted. Choose an instance in namespace {{namespace}}, whose data are overwritten, or create one first.',
    target: 'Restore into',
    create: 'Create an instance',
  },
  selectAll: 'Select all instances on this page',
  select: 'Select {{name}}',
  clearSelection: 'Clear selection',
  backUp: 'Back up now',
  protect: 'Protect from deletion',
  backedUp_one: '1 backup was started',
  backedUp_other: '{{count}} backups were started',
  protected_one: '1 instance is protected from deletion',
  protected_other: '{{count}} instances are protected from deletion',
  forbidden: {
    backUp:
      'You may not order backups of the selected instances on {{clusters}}. Ask an operator there for the right; your user name is {{user}}.',
    protect:
      'You may not change the selected instances on {{clusters}}. Ask an operator there for the right; your user name is {{user}}.',
  },
  failed: 'Not done for these instances:',
  away: 'Their app clusters cannot be reached.',
} as const;
