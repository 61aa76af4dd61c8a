/** Texts of the tab Connect: service bindings and their credentials, in German. */
import type { connectMessages as english } from '../../instance/connect';
import type { Translated } from '../../translate';

export const connectMessages: Translated<typeof english> = {
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
    failed:
      '{{name}} ist fehlgeschlagen. Die alten Zugangsdaten gelten noch; Anwendungen können sie weiter verwenden oder zu ihnen zurückkehren. Hat {{name}} nie funktioniert, löschen Sie es in der Liste der Service-Bindings; danach lässt sich die Rotation neu beginnen.',
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
    protected:
      '{{name}} ist vor dem Löschen geschützt. Heben Sie zuerst den Löschschutz in der Liste der Service-Bindings auf.',
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
};
