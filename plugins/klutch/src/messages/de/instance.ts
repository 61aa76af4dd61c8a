/** Texts of the instance page, in German. */
import type { instanceMessages as english } from '../instance';
import type { Translated } from '../translate';

export const instanceMessages: Translated<typeof english> = {
  what: 'Instanz',
  notFound:
    'Es gibt kein {{name}} im Namespace {{namespace}} auf {{cluster}}. Möglicherweise wurde die Instanz gelöscht, oder der Link ist falsch.',
  deletedTitle: '{{name}} wurde gelöscht',
  deleted:
    'Die Instanz wurde gelöscht, während diese Seite geöffnet war, und mit ihr alle Daten. Backups sind möglicherweise noch aufgeführt.',
  toInstances: 'Zurück zu allen Instanzen',
  tabs: {
    label: 'Bereiche der Instanz',
    overview: 'Übersicht',
    connect: 'Verbinden',
    backups: 'Backups',
    activity: 'Aktivität',
    yaml: 'YAML',
  },
  head: {
    label: 'Instanz {{name}}',
    where: '{{namespace}} auf {{cluster}}',
    owner: 'Bestellt von {{owner}}',
    plan: 'Plan {{plan}}',
    more: 'Weitere Aktionen',
    protected: 'Vor Löschen geschützt',
  },
  action: {
    backup: 'Backup jetzt erstellen',
    bind: 'Service-Binding erstellen',
    changePlan: 'Plan ändern …',
    settings: 'Einstellungen bearbeiten …',
    protect: 'Vor Löschen schützen',
    unprotect: 'Löschschutz aufheben',
    delete: 'Löschen …',
  },
  offer: {
    binding: 'Service-Bindings',
    backup: 'Backups',
    restore: 'Wiederherstellungen',
    instance: 'Instanzen',
    unnamed:
      '{{api}} sind für {{title}} nicht verfügbar: Die API des Service nennt dafür keine API (Annotation klutch.anynines.com/related-apis).',
    notOffered:
      '{{api}} werden nicht angeboten. Ein Plattform-Operator kann sie unter Plattform → Exportvorlagen anbieten.',
    notBound:
      '{{api}} sind nicht an {{cluster}} gebunden. Ein Plattform-Operator kann sie unter Plattform → App-Cluster binden.',
    noType:
      'Der Typ dieses Service ist unbekannt, weil der Service nicht mehr angeboten wird. Bitten Sie einen Plattform-Operator, ihn wieder anzubieten.',
    deleting: '{{name}} wird gelöscht.',
  },
  hops: {
    title: 'Fortschritt',
    state: {
      done: 'Erledigt',
      active: 'Läuft',
      failed: 'Fehlgeschlagen',
      waiting: 'Noch nicht',
    },
  },
  facts: {
    title: 'Details',
    service: 'Service',
    version: 'Version',
    plan: 'Plan',
    cluster: 'App-Cluster',
    namespace: 'Namespace',
    owner: 'Bestellt von',
    created: 'Erstellt',
    lastBackup: 'Letztes erfolgreiches Backup',
    none: 'Keines',
    uid: 'UID',
    resource: 'Ressource',
  },
  connection: {
    title: 'Verbindung',
    address: 'Adresse',
    how: 'Eine Anwendung verbindet sich mit den Zugangsdaten ihres Service-Bindings, zum Beispiel {{binding}}.',
    none: 'Anwendungen verbinden sich mit einem Service-Binding, das jeder einen eigenen Benutzer gibt. Es gibt noch keines.',
    notYet: 'Noch kein Service-Binding ist bereit.',
    open: 'Service-Bindings',
  },
  usage: {
    title: 'Nutzung',
    storage: 'Speicherplatz',
    connections: 'Verbindungen',
    of: '{{used}} von {{limit}}',
    none: 'Der Service meldet nicht, wie viel des Plans genutzt wird.',
  },
  conditions: {
    title: 'Conditions',
    show_one: '{{count}} Condition',
    show_other: '{{count}} Conditions',
    readyTrue: 'Einsatzbereit',
    readyFalse: 'Noch nicht einsatzbereit',
    syncedTrue: 'Die Control Plane hat die letzte Bestellung',
    syncedFalse:
      'Die Control Plane konnte die letzte Bestellung nicht anwenden',
    other: '{{type}}: {{status}}',
  },
  connect: {
    what: 'Service-Bindings',
    title: 'Service-Bindings',
    hint: 'Anwendungen verbinden sich mit einem Service-Binding.',
    create: 'Service-Binding erstellen',
    createTitle: 'Service-Binding für {{name}} erstellen',
    createText:
      'Ein Service-Binding gibt einer Anwendung einen eigenen Benutzer. Die Zugangsdaten kommen als Secret im Namespace {{namespace}} an.',
    name: 'Name',
    nameHelp: 'Zum Beispiel der Name der Anwendung, die sich verbindet.',
    created: '{{name}} wurde bestellt. Die Zugangsdaten kommen in Kürze an.',
    column: {
      name: 'Name',
      state: 'Status',
      createdBy: 'Erstellt von',
      age: 'Alter',
      actions: 'Aktionen',
    },
    reveal: 'Anzeigen',
    revealLabel: 'Zugangsdaten von {{name}} anzeigen',
    revealing: 'Die Zugangsdaten werden gelesen …',
    notReady:
      'Zugangsdaten lassen sich lesen, sobald das Service-Binding bereit ist.',
    delete: 'Löschen',
    deleteLabel: 'Service-Binding {{name}} löschen',
    deleteTitle: 'Service-Binding {{name}} löschen',
    deleteText:
      'Anwendungen mit diesen Zugangsdaten verlieren sofort den Zugriff auf {{instance}}. Das lässt sich nicht rückgängig machen; ein neues Service-Binding hat neue Zugangsdaten.',
    deleteAction: 'Service-Binding löschen',
    deleted: '{{name}} wird gelöscht',
  },
  rotate: {
    action: 'Rotieren',
    actionLabel: 'Zugangsdaten von {{name}} rotieren',
    continue: 'Rotation fortsetzen',
    continueLabel: 'Rotation von {{name}} fortsetzen',
    replacedBy: 'Wird durch {{name}} ersetzt',
    title: 'Zugangsdaten von {{name}} rotieren',
    text: 'Alte und neue Zugangsdaten sind gleichzeitig gültig, sodass Anwendungen nacheinander wechseln können. Sie können diesen Dialog schließen und später fortfahren.',
    step: {
      create: 'Neue Zugangsdaten',
      move: 'Anwendungen verwenden die neuen Zugangsdaten',
      remove: 'Alte Zugangsdaten entfernt',
    },
    create: '{{name}} erstellen',
    createText:
      'Ein neues Service-Binding {{name}} erhält einen eigenen Benutzer in derselben Instanz.',
    wait: '{{name}} wird erstellt. Der nächste Schritt folgt, sobald die Zugangsdaten angekommen sind.',
    waiting: 'Die neuen Zugangsdaten werden erwartet …',
    move: 'Jetzt sind beide gültig. Stellen Sie Ihre Anwendungen vom Secret {{old}} auf das Secret {{new}} um und starten Sie sie neu.',
    using: 'Diese Workloads verwenden noch das alte Secret:',
    unused: 'Kein Workload im Namespace verwendet noch das alte Secret.',
    unknownUse:
      'Sie dürfen nicht alle Workloads des Namespace auflisten; weitere können das alte Secret ebenfalls verwenden.',
    remove: '{{name}} löschen',
    removeAnyway: '{{name}} trotzdem löschen',
    removeText:
      'Anwendungen, die noch die Zugangsdaten von {{old}} verwenden, verlieren den Zugriff, wenn Sie es löschen.',
    done: 'Die alten Zugangsdaten werden entfernt. {{new}} tritt an ihre Stelle.',
  },
  credentials: {
    title: 'Zugangsdaten von {{name}}',
    secret:
      'Für Ihre Anwendung stehen sie auch im Secret {{secret}} im Namespace {{namespace}}.',
    audited: 'Dieser Zugriff wurde im Audit-Log aufgezeichnet.',
    closes: 'Schließt sich automatisch in {{seconds}} s.',
    show: '{{what}} einblenden',
    hide: '{{what}} ausblenden',
    formats: 'Formate der Zugangsdaten',
    fields: 'Felder',
    env: 'Umgebungsvariablen',
    json: 'JSON',
    uri: 'URI',
    psql: 'psql',
    psqlHint:
      'psql fragt nach dem Passwort (siehe Felder), damit es nicht in den Verlauf der Shell gelangt.',
    masked: 'verborgen',
    empty: 'Das Secret ist noch leer. Versuchen Sie es gleich noch einmal.',
  },
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
      actions: 'Aktionen',
    },
    restore: 'Wiederherstellen …',
    restoreLabel: 'Aus {{name}} wiederherstellen',
    restoreNotReady: 'Nur ein fertiges Backup lässt sich wiederherstellen.',
    restoreTitle: '{{instance}} aus {{backup}} wiederherstellen',
    restoreText:
      'Alle Daten in {{instance}} werden mit dem Backup überschrieben, das {{time}} beendet wurde. Seitdem geschriebene Daten gehen verloren. Das lässt sich nicht rückgängig machen.',
    restoreAction: 'Überschreiben und wiederherstellen',
    restoreStarted: 'Die Wiederherstellung wurde gestartet',
    restoreTarget: 'Ziel der Wiederherstellung',
    restoreSame: 'In {{name}}: überschreibt die Daten dort',
    restoreNew: 'In eine neue Instanz: ändert sonst nichts',
    restoreNewText:
      'Eine neue Instanz mit dem Plan und den Einstellungen von {{instance}} wird bestellt und erhält die Daten des Backups, sobald sie bereit ist. Ihre Service-Bindings sind neu.',
    restoreNewName: 'Name der neuen Instanz',
    restoreNewAction: '{{name}} erstellen und wiederherstellen',
    restoreNewStarted:
      '{{name}} wurde bestellt. Die Wiederherstellung beginnt, sobald die Instanz bereit ist.',
    delete: 'Löschen',
    deleteLabel: 'Backup {{name}} löschen',
    deleteTitle: 'Backup {{name}} löschen',
    deleteText:
      'Das Backup wird endgültig gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteAction: 'Backup löschen',
    deleted: '{{name}} wird gelöscht',
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
  activity: {
    title: 'Aktivität',
    what: 'Ereignisse',
    empty: 'Es ist noch nichts passiert.',
    times_one: 'einmal',
    times_other: '{{count}}-mal',
  },
  settings: {
    title: 'Einstellungen von {{name}}',
    action: 'Änderungen anwenden',
    anyway: 'Meine Änderungen trotzdem anwenden',
    changes: 'Änderungen',
    change: '{{before}} → {{after}}',
    default: 'Standardwert',
    started: '{{name}} ändert seine Einstellungen.',
    conflict: 'Inzwischen hat jemand anderes diese Einstellungen geändert',
    theirs: '{{before}} → {{after}}; von Ihnen nicht geändert',
    both: '{{before}} → {{after}}; mit Ihrer Änderung {{yours}}',
    startAgain: 'Neu beginnen',
  },
  protection: {
    on: '{{name}} ist vor dem Löschen geschützt.',
    off: '{{name}} lässt sich jetzt löschen.',
    delete:
      'Um die Instanz zu löschen, heben Sie zuerst ihren Löschschutz auf.',
  },
  changePlan: {
    title: 'Plan von {{name}} ändern',
    action: 'Plan ändern',
    to: 'Zu {{plan}} wechseln',
    text: 'Der aktuelle Plan ist {{plan}}. Zu diesen Plänen kann die Instanz wechseln.',
    none: 'Die Instanz kann vom Plan {{plan}} zu keinem anderen wechseln: Die Regeln des Service erlauben es nicht.',
    present: 'Der aktuelle Plan.',
    started: '{{name}} wechselt zu {{plan}}.',
  },
  delete: {
    protected:
      'Vor dem Löschen geschützt: {{names}}. Solange der Schutz besteht, lässt sich nichts löschen.',
    title: '{{name}} löschen',
    text: 'Die Instanz und alle ihre Daten werden gelöscht, auf {{cluster}} und im Service dahinter. Das lässt sich nicht rückgängig machen.',
    bindings:
      'Zuerst werden die Service-Bindings der Instanz gelöscht; Anwendungen, die sie verwenden, verlieren den Zugriff:',
    backups:
      'Backups der Instanz bleiben aufgeführt, lassen sich aber ohne die Instanz nicht wiederherstellen:',
    nothing: 'Kein Service-Binding und kein Backup verweist auf die Instanz.',
    incomplete:
      'Diese Liste ist möglicherweise unvollständig: Nicht jeder Cluster ist erreichbar.',
    loading: 'Service-Bindings und Backups der Instanz werden gesucht …',
    deleting: 'Das Service-Binding {{binding}} wird gelöscht …',
    waiting:
      'Das Löschen des Service-Bindings {{binding}} läuft noch. Wenn Sie diesen Dialog schließen, bleibt die Instanz erhalten.',
    stopped:
      'Das Service-Binding {{binding}} ist noch nicht gelöscht, daher bleiben {{name}} und die Daten erhalten. Löschen Sie {{name}} erneut, sobald das Service-Binding gelöscht ist.',
    action: 'Instanz löschen',
    done: '{{name}} wird gelöscht',
  },
};
