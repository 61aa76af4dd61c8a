/** Texts of the tab Backups: backups, their schedule and restores, in German. */
import type { backupsMessages as english } from '../../instance/backups';
import type { Translated } from '../../translate';

export const backupsMessages: Translated<typeof english> = {
  backups: {
    what: 'Backups',
    title: 'Backups',
    good: 'Letztes erfolgreiches Backup {{time}}',
    old: 'Letztes erfolgreiches Backup {{time}}: älter als ein Tag',
    none: 'Es gibt noch kein erfolgreiches Backup',
    goodText:
      'Eine Wiederherstellung versetzt die Daten in diesen Stand zurück.',
    oldText: 'Erstellen Sie jetzt ein Backup, um Datenverlust zu begrenzen.',
    noneText:
      'Ohne Backup lassen sich verlorene Daten nicht wiederherstellen. Erstellen Sie jetzt ein Backup.',
    empty: 'Noch keine Backups.',
    instanceNotReady:
      'Ein Backup ist nur möglich, wenn die Instanz bereit ist.',
    started: 'Das Backup wurde gestartet',
    column: {
      name: 'Backup',
      state: 'Status',
      size: 'Größe',
      finished: 'Beendet',
      taken: 'Erstellt',
      actions: 'Aktionen',
    },
    taken: { bySchedule: 'Nach Zeitplan', byHand: 'Manuell' },
    keptUntilDeleted: 'Bleibt, bis es gelöscht wird',
    keptNewest_one: 'Bleibt, solange es das neueste erfolgreiche ist',
    keptNewest_other:
      'Bleibt, solange es zu den {{count}} neuesten erfolgreichen gehört',
    restore: 'Wiederherstellen …',
    restoreLabel: 'Aus {{name}} wiederherstellen',
    restoreNotReady: 'Nur ein fertiges Backup lässt sich wiederherstellen.',
    restoreTitle: '{{instance}} aus {{backup}} wiederherstellen',
    restoreText:
      'Alle Daten in {{instance}} werden mit dem Backup überschrieben, das {{time}} beendet wurde. Seitdem geschriebene Daten gehen verloren. Das lässt sich nicht rückgängig machen.',
    restoreRunning:
      'Die Wiederherstellung {{name}} schreibt noch in diese Instanz. Warten Sie auf ihr Ende, oder löschen Sie sie mit kubectl, wenn sie hängt; zwei zugleich hinterlassen Daten, die niemand bestellt hat.',
    restoreAction: 'Überschreiben und wiederherstellen',
    restoreStarted: 'Die Wiederherstellung wurde gestartet',
    restoreRight:
      'Eine Wiederherstellung gibt Zugriff auf Daten. Daher braucht sie die Berechtigung, Zugangsdaten anzuzeigen, und das Recht, Secrets im Namespace {{namespace}} zu lesen.',
    restoreTarget: 'Ziel der Wiederherstellung',
    restoreUnchosen: 'Wiederherstellen',
    restoreSame: 'In {{name}}: überschreibt die Daten dort',
    restoreNew: 'In eine neue Instanz: ändert sonst nichts',
    restoreNewText:
      'Eine neue Instanz mit dem Plan, den Einstellungen und der Komponente von {{instance}} wird bestellt und erhält die Daten des Backups, sobald sie bereit ist. Sie gehört demselben Eigentümer, wenn Sie für ihn bestellen dürfen, sonst Ihnen. Service-Bindings, Backup-Zeitplan und Löschschutz hat sie noch nicht.',
    restoreNewPlan: 'Der Plan {{plan}} passt nicht zu dieser Version.',
    restoreNewName: 'Name der neuen Instanz',
    restoreNewHalf:
      '{{name}} wurde bestellt, aber die Wiederherstellung dorthin wurde nicht gestartet: Die Instanz bleibt leer. Versuchen Sie es hier noch einmal, oder später auf der Seite von {{name}}.',
    restoreNewAction: '{{name}} erstellen und wiederherstellen',
    restoreNewStarted:
      '{{name}} wurde bestellt. Die Wiederherstellung beginnt, sobald die Instanz bereit ist.',
    delete: 'Löschen',
    deleteLabel: 'Backup {{name}} löschen',
    deleteTitle: 'Backup {{name}} löschen',
    deleteText:
      'Das Backup wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteScheduledText:
      'Das Backup wird endgültig gelöscht. Das lässt sich nicht rückgängig machen. Wenn es das neueste des Zeitplans ist, wird bald ein anderes an seiner Stelle erstellt.',
    neededBy:
      'Wiederherstellungen, die dieses Backup noch brauchen: {{restores}}. Ohne das Backup lassen sich die Daten nicht wiederherstellen.',
    deleteAction: 'Backup löschen',
    deleted: '{{name}} wird gelöscht',
  },
  schedule: {
    title: 'Zeitplan',
    set: 'Zeitplan festlegen…',
    change: 'Zeitplan ändern…',
    text: {
      off: 'Es werden keine Backups von selbst erstellt.',
      hourly: 'Jede Stunde',
      daily: 'Jeden Tag um {{time}} UTC',
      weekly: 'Jede Woche, {{day}} um {{time}} UTC',
      custom: 'Nach dem Cron-Ausdruck {{cron}} in UTC',
    },
    keeps_one: 'Das neueste gute wird behalten.',
    keeps_other: 'Die {{count}} neuesten guten werden behalten.',
    keepsAll: 'Alle werden behalten.',
    next: 'Nächstes: {{time}}.',
    overdue: 'Das Backup von {{time}} fehlt',
    overdueText:
      'Das Portal konnte es nicht erstellen, oder die Instanz war nicht bereit. Es wird sobald wie möglich nachgeholt. Fragen Sie sonst einen Plattform-Operator, ob das Portal auf diesem App-Cluster Backups erstellen darf.',
    unreadable: 'Der Zeitplan wird nicht ausgeführt',
    unreadableText:
      '{{cron}} ist kein Cron-Ausdruck aus fünf Feldern, oder der App-Cluster bindet die API für Backups nicht.',
    dialog: 'Backup-Zeitplan von {{name}}',
    explain:
      'Das Portal bestellt die Backups: zu jeder Zeit des Zeitplans, und bald, wenn das letzte verpasst wurde. Von Hand bestellte und vor Löschung geschützte Backups werden immer behalten.',
    present: 'Der Zeitplan, den jemand anderes gesetzt hat',
    frequency: 'Wie oft',
    choice: {
      off: 'Nie',
      hourly: 'Jede Stunde',
      daily: 'Jeden Tag',
      weekly: 'Jede Woche',
      custom: 'Nach einem Cron-Ausdruck',
    },
    weekday: 'Tag',
    time: 'Uhrzeit (UTC)',
    cron: 'Cron-Ausdruck',
    cronHelp:
      'Minute, Stunde, Tag, Monat und Wochentag in UTC, etwa 0 3 * * 1-5.',
    kept: 'Wie viele behalten',
    keptHelp:
      'Ältere Backups des Zeitplans werden gelöscht. Leer lassen, um alle zu behalten.',
    deletes_one: '1 Backup wird bald nach dem Speichern gelöscht.',
    deletes_other:
      '{{count}} Backups werden nach dem Speichern gelöscht, nach und nach: auf einem App-Cluster alle fünf Minuten eines oder einige.',
    deletesUnseen:
      'Diese Seite zeigt nicht alle Backups. Von denen, die ein Zeitplan erstellt hat, werden auch ältere gelöscht, die nicht gezeigt werden.',
    problem: {
      time: 'Geben Sie eine Uhrzeit wie 03:00 ein.',
      cron: 'Geben Sie fünf Felder ein.',
      kept: 'Geben Sie eine Zahl von 1 bis 1000 ein, oder nichts.',
    },
    saved: 'Der Zeitplan wurde gespeichert',
    removed: 'Der Zeitplan wurde entfernt; seine Backups bleiben',
  },
  pendingRestore: {
    start:
      '{{name}} wurde für die Daten des Backups {{backup}} bestellt, aber es gibt keine Wiederherstellung dorthin',
    startText:
      'Stellen Sie das Backup dorthin wieder her; bis dahin bleibt die Instanz leer.',
    unread:
      '{{name}} wurde für die Daten des Backups {{backup}} bestellt; ob sie dort sind, konnte nicht gelesen werden',
    wait: 'Die Daten des Backups {{backup}} werden in {{name}} wiederhergestellt',
    failed:
      'Die Wiederherstellung des Backups {{backup}} in {{name}} ist fehlgeschlagen',
    backupGone:
      'Das Backup existiert nicht mehr; seine Daten können nicht wiederhergestellt werden. Löschen Sie {{name}}, wenn die Instanz ohne sie nicht gebraucht wird.',
  },
  restores: {
    what: 'Wiederherstellungen',
    title: 'Wiederherstellungen',
    empty: 'Es wurde noch nichts wiederhergestellt.',
    column: {
      name: 'Wiederherstellung',
      backup: 'Aus Backup',
      state: 'Status',
      started: 'Gestartet',
      finished: 'Beendet',
    },
  },
};
