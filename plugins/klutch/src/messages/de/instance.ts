/** Texts of the instance page, in German. */
import type { instanceMessages as english } from '../instance';
import type { Translated } from '../translate';

export const instanceMessages: Translated<typeof english> = {
  what: 'Instanz',
  notFound:
    'Es gibt kein {{name}} im Namespace {{namespace}} auf {{cluster}}. Möglicherweise wurde die Instanz gelöscht, oder der Link ist falsch.',
  deletedTitle: '{{name}} wurde gelöscht',
  deleted:
    'Die Instanz wurde gelöscht, während diese Seite geöffnet war, und mit ihr alle Daten. Ihre Backups bleiben im Namespace; die Seite „Instanzen“ führt sie am Ende auf.',
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
    owner: 'Gehört {{owner}}',
    plan: 'Plan {{plan}}',
    more: 'Weitere Aktionen',
    protected: 'Vor Löschen geschützt',
  },
  action: {
    backup: 'Backup jetzt erstellen',
    bind: 'Service-Binding erstellen',
    changePlan: 'Plan ändern …',
    settings: 'Einstellungen bearbeiten …',
    ownership: 'Eigentümer und Komponente…',
    protect: 'Vor Löschen schützen',
    unprotect: 'Löschschutz aufheben',
    delete: 'Löschen …',
  },
  gitOps: {
    title: '{{tool}} verwaltet {{name}}',
    text: '{{tool}} wendet {{name}} aus einem Repository an ({{source}}). Ändern Sie Plan und Einstellungen dort, und löschen Sie die Instanz dort: {{tool}} macht eine Änderung von hier möglicherweise rückgängig und legt eine gelöschte Instanz ohne ihre Daten neu an.',
    menu: 'Von {{tool}} verwaltet: Änderungen im Repository vornehmen.',
    tool: { argocd: 'Argo CD', flux: 'Flux' },
  },
  offer: {
    binding: 'Service-Bindings',
    backup: 'Backups',
    restore: 'Wiederherstellungen',
    instance: 'Instanzen',
    unnamed:
      '{{api}} sind für {{title}} nicht verfügbar: Die API des Service nennt dafür keine API (Annotation klutch.anynines.com/related-apis).',
    notOffered:
      '{{api}} werden nicht angeboten. Ein Plattform-Operator kann sie unter Data Platform → Exportvorlagen anbieten.',
    notBound:
      '{{api}} sind nicht an {{cluster}} gebunden. Ein Plattform-Operator kann sie unter Data Platform → App-Cluster binden.',
    noType:
      'Der Typ dieses Service ist unbekannt, weil der Service nicht mehr angeboten wird. Bitten Sie einen Plattform-Operator, ihn wieder anzubieten.',
    deleting: '{{name}} wird gelöscht.',
  },
  hops: {
    title: 'Fortschritt',
    id: {
      request: 'Bestellung',
      appCluster: 'App-Cluster',
      konnector: 'Konnector',
      controlPlane: 'Control Plane',
      service: 'Service',
    },
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
    owner: 'Verantwortlich',
    component: 'Verwendet von',
    created: 'Erstellt',
    lastBackup: 'Letztes erfolgreiches Backup',
    none: 'Keines',
    uid: 'UID',
    resource: 'Ressource',
  },
  connection: {
    title: 'Verbindung',
    address: 'Adresse',
    database: 'Datenbank',
    how: 'Eine Anwendung verbindet sich mit den Zugangsdaten ihres Service-Bindings, zum Beispiel {{binding}}.',
    none: 'Host und Port entstehen mit dem ersten Service-Binding, das einer Anwendung einen eigenen Benutzer gibt.',
    ofInstance:
      'Das sind die Adressen der Instanz. Ein Service-Binding gibt einer Anwendung einen eigenen Benutzer.',
    client: {
      postgresql:
        'Mit psql oder dem PostgreSQL-Treiber Ihrer Sprache. Das Portal schreibt den Befehl, wenn Sie die Zugangsdaten anzeigen.',
      mariadb:
        'Mit dem Client mariadb oder einem MySQL-Treiber. Das Portal schreibt den Befehl, wenn Sie die Zugangsdaten anzeigen.',
      mongodb:
        'Mit mongosh oder dem MongoDB-Treiber Ihrer Sprache und der URI des Secrets.',
      keyvalue: 'Mit valkey-cli oder redis-cli oder einer Redis-Bibliothek.',
      messaging: 'Mit einer Bibliothek für AMQP 0-9-1 und der URI des Secrets.',
      search:
        'Mit HTTP, zum Beispiel curl, oder dem OpenSearch-Client Ihrer Sprache.',
      logme2:
        'Anwendungen senden ihre Logs mit Syslog; gesucht werden sie in OpenSearch Dashboards.',
      prometheus:
        'Mit HTTP: als Datenquelle von Grafana oder im Expression Browser.',
    },
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
  trace: {
    title: 'Objekte',
    show: 'Objekte auf beiden Clustern zeigen',
    object: 'Objekt',
    cluster: 'Cluster',
    state: 'Zustand',
    good: 'In Ordnung',
    notYet: 'Noch nicht {{type}}',
    missing: {
      NotFound: 'Es gibt das Objekt nicht.',
      Forbidden: 'Sie dürfen das Objekt nicht lesen.',
      NotServed: 'Seine API wird nicht angeboten.',
    },
    waiting:
      'Die Bestellung wartet auf {{kind}} {{name}}. Bitten Sie einen Plattform-Operator, dessen Events und das Log des zuständigen Controllers anzusehen.',
    incomplete: 'Mehr von der Control Plane wird nicht gezeigt',
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
      usedBy: 'Verwendet von',
      actions: 'Aktionen',
    },
    showUse: 'Zeigen',
    showUseLabel: 'Workloads zeigen, die {{name}} verwenden',
    workloads: 'Workloads',
    using: 'Diese Workloads verwenden sein Secret:',
    unused: 'Kein Workload im Namespace verwendet sein Secret.',
    unknownUse:
      'Sie dürfen nicht alle Workloads des Namespace auflisten; weitere können sein Secret verwenden.',
    reveal: 'Anzeigen',
    revealLabel: 'Zugangsdaten von {{name}} anzeigen',
    revealing: 'Die Zugangsdaten werden gelesen …',
    revealTitle: 'Zugangsdaten von {{name}} anzeigen',
    revealText:
      'Die Zugangsdaten werden eine Minute lang gezeigt. Das Audit-Log und die Aktivität der Instanz zeichnen auf, wer sie angezeigt hat.',
    revealReason: 'Grund (optional)',
    revealReasonHelp:
      'Wird ebenfalls aufgezeichnet; geben Sie keine Geheimnisse ein.',
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
    restart: 'Befehl zum Neustarten nach der Umstellung',
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
    clientEnv: 'Standardvariablen',
    json: 'JSON',
    uri: 'URI',
    psql: 'psql',
    mariadb: 'mariadb',
    mongosh: 'mongosh',
    'valkey-cli': 'valkey-cli',
    clientHint:
      '{{program}} fragt nach dem Passwort (siehe Felder), damit es nicht in den Verlauf der Shell gelangt.',
    caHint: 'Speichern Sie zuvor das Feld cacrt als Datei ca.crt.',
    serviceBinding: 'servicebinding.io',
    serviceBindingHint:
      'Die Dateien, die eine Anwendung findet, wenn ein ServiceBinding von servicebinding.io mit diesem Namen und Typ das Secret bereitstellt.',
    column: { key: 'Schlüssel', value: 'Wert', actions: 'Aktionen' },
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
    restoreNewName: 'Name der neuen Instanz',
    restoreNewHalf:
      '{{name}} wurde bestellt, aber die Wiederherstellung dorthin wurde nicht gestartet: Die Instanz bleibt leer. Versuchen Sie es hier noch einmal. Wenn Sie diesen Dialog schließen, löschen Sie {{name}}, bevor Sie neu beginnen.',
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
    deletes_other: '{{count}} Backups werden bald nach dem Speichern gelöscht.',
    problem: {
      time: 'Geben Sie eine Uhrzeit wie 03:00 ein.',
      cron: 'Geben Sie fünf Felder ein.',
      kept: 'Geben Sie eine Zahl von 1 bis 1000 ein, oder nichts.',
    },
    saved: 'Der Zeitplan wurde gespeichert',
    removed: 'Der Zeitplan wurde entfernt; seine Backups bleiben',
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
  ownership: {
    title: 'Eigentümer und Komponente von {{name}}',
    explain:
      'Der Katalog zeigt die Instanz mit beiden. Sie ändern keine Rechte auf dem App-Cluster.',
    saved: 'Eigentümer und Komponente wurden gespeichert',
  },
  activity: {
    title: 'Aktivität',
    history: 'der Verlauf',
    column: { at: 'Wann', action: 'Was', by: 'Durch' },
    created: '{{what}}: erstellt',
    changed: '{{what}}: geändert',
    changedFields: '{{what}}: {{fields}} geändert',
    protected: '{{what}}: vor dem Löschen geschützt',
    unprotected: '{{what}}: Löschschutz entfernt',
    scheduled: '{{what}}: Zeitplan für Backups gesetzt',
    unscheduled: '{{what}}: Zeitplan für Backups entfernt',
    ownershipChanged: '{{what}}: Eigentümer oder Komponente geändert',
    revealed: '{{what}}: Zugangsdaten angezeigt',
    revealedReason: '{{what}}: Zugangsdaten angezeigt ({{reason}})',
    deleted: '{{what}}: gelöscht',
    claim: {
      instance: 'Instanz',
      binding: 'Service Binding {{name}}',
      backup: 'Backup {{name}}',
      restore: 'Restore {{name}}',
    },
    schedule: 'Zeitplan für Backups',
    unrecorded: 'nicht im Portal aufgezeichnet',
    client: '{{client}}, außerhalb des Portals',
    events: 'Ereignisse',
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
  changeVersion: {
    text: 'Die aktuelle Version ist {{version}}. Zu diesen Versionen kann die Instanz wechseln.',
    fixed: '{{version}} lässt sich an der Instanz nicht ändern',
    instead:
      'Die API des Service sagt: {{reason}}. Für eine andere Version ({{versions}}) stellen Sie ein Backup in einer neuen Instanz dieser Version wieder her, sofern der Service das kann.',
    restore: 'Version der neuen Instanz',
    restoreHelp:
      'Nicht jeder Service kann ein Backup einer Version in einer anderen wiederherstellen; der Status der Wiederherstellung zeigt es.',
  },
  delete: {
    protected:
      'Vor dem Löschen geschützt: {{names}}. Solange der Schutz besteht, lässt sich nichts löschen.',
    title: '{{name}} löschen',
    text: 'Die Instanz und alle ihre Daten werden gelöscht, auf {{cluster}} und im Service dahinter. Das lässt sich nicht rückgängig machen.',
    bindings:
      'Zuerst werden die Service-Bindings der Instanz gelöscht; Anwendungen, die sie verwenden, verlieren den Zugriff:',
    backups:
      'Backups der Instanz bleiben im Namespace {{namespace}}; die Seite Instanzen führt sie unten auf. Ohne die Instanz lassen sie sich nur wiederherstellen, wenn der Service in andere Instanzen wiederherstellt:',
    nothing: 'Kein Service-Binding und kein Backup verweist auf die Instanz.',
    more_one: '{{count}} weiteres',
    more_other: '{{count}} weitere',
    tooMany:
      '{{total}} Service-Bindings verweisen auf die Instanz, mehr als die {{n}}, die das Portal mit ihr löschen kann. Löschen Sie unter „Verbinden“ oder mit kubectl Service-Bindings, bis höchstens {{n}} übrig sind.',
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
