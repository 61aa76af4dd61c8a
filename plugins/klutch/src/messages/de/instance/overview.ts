/** Texts of the tab Overview, in German. */
import type { overviewMessages as english } from '../../instance/overview';
import type { Translated } from '../../translate';

export const overviewMessages: Translated<typeof english> = {
  hops: {
    title: 'Fortschritt',
    titleOf: 'Fortschritt von {{name}}',
    show: 'Fortschritt',
    showOf: 'Fortschritt von {{name}} zeigen',
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
    remedy: {
      service:
        'Wenn es in der Meldung um Ihre Angaben geht, etwa die Einstellungen oder den Plan, ändern Sie diese, oder bestellen Sie neu. Schicken Sie sie sonst mit der Adresse dieser Seite an das Plattform-Team.',
      other:
        'Schicken Sie diese Meldung mit der Adresse dieser Seite an das Plattform-Team.',
    },
  },
  facts: {
    title: 'Details',
    service: 'Service',
    version: 'Version',
    plan: 'Plan',
    cluster: 'App-Cluster',
    namespace: 'Namespace',
    owner: 'Eigentümer',
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
    lastSeen:
      'Die zuletzt bekannte Adresse, aus dem Service-Binding {{binding}}, das gerade nicht bereit ist.',
    notYet: 'Noch kein Service-Binding ist bereit.',
    open: 'Service-Bindings',
  },
  usage: {
    title: 'Nutzung',
    storage: 'Speicherplatz',
    connections: 'Verbindungen',
    of: '{{used}} von {{limit}}',
    storageInUse: 'Belegter Speicher',
    connectionsInUse: 'Offene Verbindungen',
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
};
