/** Texts of the tab Backups: backups, their schedule and restores. */

export const backupsMessages = {
  backups: {
    what: 'backups',
    title: 'Backups',
    good: 'Last good backup {{time}}',
    old: 'Last good backup {{time}}: more than a day ago',
    none: 'There is no good backup yet',
    goodText: 'A restore returns the data to that state.',
    oldText: 'Back up now to limit data loss.',
    noneText: 'Without a backup, lost data cannot be restored. Back up now.',
    empty: 'No backups yet.',
    instanceNotReady: 'Only an instance that is ready can be backed up.',
    started: 'The backup was started',
    column: {
      name: 'Backup',
      state: 'State',
      size: 'Size',
      finished: 'Finished',
      taken: 'Taken',
      actions: 'Actions',
    },
    taken: { bySchedule: 'By schedule', byHand: 'By hand' },
    keptUntilDeleted: 'Kept until it is deleted',
    keptNewest_one: 'Kept while it is the newest successful one',
    keptNewest_other: 'Kept while among the {{count}} newest successful ones',
    restore: 'Restore…',
    restoreLabel: 'Restore from {{name}}',
    restoreNotReady: 'Only a finished backup can be restored.',
    restoreTitle: 'Restore {{instance}} from {{backup}}',
    restoreText:
      'All data in {{instance}} is overwritten with the backup that finished {{time}}. Data written since then is lost. This cannot be undone.',
    restoreRunning:
      'The restore {{name}} is still writing into this instance. Wait until it has ended, or delete it with kubectl if it is stuck; two at once leave data that nobody ordered.',
    restoreAction: 'Overwrite and restore',
    restoreStarted: 'The restore was started',
    restoreRight:
      'A restore gives access to data, so it requires the permission to reveal credentials, and the right to read Secrets in namespace {{namespace}}.',
    restoreTarget: 'Where to restore',
    restoreUnchosen: 'Restore',
    restoreSame: 'Into {{name}}, which overwrites its data',
    restoreNew: 'Into a new instance, which changes nothing else',
    restoreNewText:
      'A new instance with the plan, the settings and the component of {{instance}} is ordered, and gets the data of the backup when it is ready. It belongs to the same owner if you may order for them, otherwise to you. It has no service bindings, no backup schedule and no protection yet.',
    restoreNewPlan: 'The plan {{plan}} does not go with this version.',
    restoreNewName: 'Name of the new instance',
    restoreNewHalf:
      '{{name}} was ordered, but the restore into it was not started: it stays empty. Try again here, or later on the page of {{name}}.',
    restoreNewAction: 'Create and restore {{name}}',
    restoreNewStarted:
      '{{name}} was ordered. The restore starts when it is ready.',
    delete: 'Delete',
    deleteLabel: 'Delete backup {{name}}',
    deleteTitle: 'Delete backup {{name}}',
    deleteText: 'The backup is deleted permanently. This cannot be undone.',
    deleteScheduledText:
      'The backup is deleted permanently. This cannot be undone. If it is the newest of the schedule, another one is taken soon in its place.',
    neededBy:
      'Restores that still need this backup: {{restores}}. Without it, the data cannot be restored.',
    deleteAction: 'Delete backup',
    deleted: '{{name}} is being deleted',
  },
  schedule: {
    title: 'Schedule',
    set: 'Set a schedule…',
    change: 'Change schedule…',
    text: {
      off: 'No backups are taken by themselves.',
      hourly: 'Every hour',
      daily: 'Every day at {{time}} UTC',
      weekly: 'Every {{day}} at {{time}} UTC',
      custom: 'By the cron expression {{cron}} in UTC',
    },
    keeps_one: 'The newest good one is kept.',
    keeps_other: 'The {{count}} newest good ones are kept.',
    keepsAll: 'All are kept.',
    next: 'Next: {{time}}.',
    overdue: 'The backup of {{time}} is missing',
    overdueText:
      'The portal could not take it, or the instance was not ready. It is taken as soon as possible. Otherwise ask a platform operator whether the portal may create backups on this app cluster.',
    unreadable: 'The schedule is not carried out',
    unreadableText:
      '{{cron}} is no cron expression of five fields, or the app cluster does not bind the API of backups.',
    dialog: 'Backup schedule of {{name}}',
    explain:
      'The portal orders the backups: at each time of the schedule, and soon when the last one was missed. Backups that were ordered by hand, and those that are protected from deletion, are always kept.',
    present: 'The schedule that somebody else has set',
    frequency: 'How often',
    choice: {
      off: 'Never',
      hourly: 'Every hour',
      daily: 'Every day',
      weekly: 'Every week',
      custom: 'By a cron expression',
    },
    weekday: 'Day',
    time: 'Time (UTC)',
    cron: 'Cron expression',
    cronHelp:
      'Minute, hour, day, month and weekday in UTC, such as 0 3 * * 1-5.',
    kept: 'Number to keep',
    keptHelp:
      'Older scheduled backups are deleted. Leave it empty to keep all.',
    deletes_one: '1 backup will be deleted after you save.',
    deletes_other:
      '{{count}} backups will be deleted after you save, over time: one or a few every five minutes on an app cluster.',
    deletesUnseen:
      'This page does not show all backups. Of those that a schedule has taken, older ones that are not shown will be deleted, too.',
    problem: {
      time: 'Enter a time such as 03:00.',
      cron: 'Enter five fields.',
      kept: 'Enter a number from 1 to 1000, or nothing.',
    },
    saved: 'The schedule was saved',
    removed: 'The schedule was removed; its backups are kept',
  },
  pendingRestore: {
    start:
      '{{name}} was ordered for the data of backup {{backup}}, but no restore into it exists',
    startText: 'Restore the backup into it; until then it stays empty.',
    unread:
      '{{name}} was ordered for the data of backup {{backup}}; whether it has them could not be read',
    wait: 'The data of backup {{backup}} are being restored into {{name}}',
    failed: 'The restore of backup {{backup}} into {{name}} failed',
    backupGone:
      'The backup no longer exists, so its data cannot be restored. Delete {{name}} unless it is needed without them.',
  },
  restores: {
    what: 'restores',
    title: 'Restores',
    empty: 'Nothing has been restored yet.',
    column: {
      name: 'Restore',
      backup: 'From backup',
      state: 'State',
      started: 'Started',
      finished: 'Finished',
    },
  },
} as const;
