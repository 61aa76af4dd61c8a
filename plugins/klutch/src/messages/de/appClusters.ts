/** Texts of the pages of app clusters, and of requests and exports, in German. */
import type { appClustersMessages as english } from '../appClusters';
import type { Translated } from '../translate';

export const appClustersMessages: Translated<typeof english> = {
  close: 'Schließen',
  command: 'Befehl',
  details: 'Einzelheiten',
  exports: 'Exporte zeigen',
  kubectl:
    'Das Portal hat keine Kubeconfig von {{title}}. Ein Cluster-Administrator führt dort aus:',
  overview: 'Übersicht',
  unreachable: 'Für das Portal nicht erreichbar',
  attention: 'Braucht Ihre Aufmerksamkeit',
  suspended:
    '{{title}} ist angehalten: Auf beiden Clustern wird nichts geschrieben oder gelöscht, bis Sie fortsetzen.',
  apiSuspended: 'Angehalten',
  notReady_one: '{{n}} von {{count}} API nicht bereit',
  notReady_other: '{{n}} von {{count}} APIs nicht bereit',
  list: { search: 'Suchen', noMatch: 'Nichts passt zu diesen Filtern.' },
  health: {
    Failing: 'Funktioniert nicht',
    Degraded: 'Braucht Aufmerksamkeit',
    Waiting: 'Noch nicht verbunden',
    Suspended: 'Angehalten',
    Healthy: 'In Ordnung',
  },
  exportState: {
    Failing: 'Mit einem Problem',
    Pending: 'Wartet',
    Ready: 'Bereit',
  },
  certificates: 'Zertifikate und Anmeldedaten',
  konnector: {
    title: 'Konnector',
    version: 'Version',
    outdated: 'Version {{version}}; das Portal bietet {{offered}}',
  },
  token: {
    name: 'Zugangs-Token',
    age: 'Token seit',
    since: 'seit',
    expires: 'Läuft am {{time}} ab; es wird vorher erneuert.',
    state: {
      Valid: 'Gültig',
      Expired: 'Abgelaufen',
      Revoked: 'Widerrufen',
      None: 'Noch keines',
    },
  },
  history: {
    title: 'Verlauf der Meldungen',
    empty: 'Noch keine Änderung aufgezeichnet.',
    older_one: '{{count}} frühere Änderung',
    older_other: '{{count}} frühere Änderungen',
    state: {
      Healthy: 'Meldet sich, in Ordnung',
      Degraded: 'Meldet ein Problem',
      Lost: 'Verloren',
      Waiting: 'Wartet auf die erste Meldung',
      Unbound: 'An nichts gebunden',
    },
  },
  upgrade: {
    open: 'Konnector aktualisieren …',
    title: 'Konnector von {{title}}',
    text: 'Das Manifest des Konnectors, der zu diesem Portal gehört, zum Installieren oder Aktualisieren auf {{title}}. Bindungen, Tokens und Daten bleiben; während der Aktualisierung übernimmt ein zweites Replikat.',
    cli: 'Mit dem Plugin von kubectl:',
    kubectl: 'Oder das Manifest herunterladen und anwenden:',
    manifest: 'Manifest des Konnectors',
  },
  rotate: {
    open: 'Token wechseln …',
    title: 'Token von {{title}} wechseln',
    text: 'Der Konnector von {{title}} erhält ein neues Token, alle anderen werden innerhalb von Sekunden abgelehnt. Änderungen warten so lange; Instanzen laufen weiter.',
    action: 'Token wechseln',
    done: 'Der Konnector von {{title}} hat ein neues Token',
    withoutKubeconfig:
      'Tokens werden von selbst erneuert. Das Portal hat keinen Kubeconfig von {{title}} und kann deshalb kein neues Token sofort übergeben: Wählen Sie hier „Tokens widerrufen …“, dann „API binden …“, und führen Sie den neuen Befehl auf {{title}} aus. Änderungen warten so lange; Instanzen laufen weiter.',
  },
  suspend: {
    open: 'Anhalten …',
    title: '{{title}} anhalten',
    text: 'Der Konnector von {{title}} schreibt und löscht auf keinem der Cluster etwas, bis Sie fortsetzen. Instanzen laufen weiter; Bestellungen, Änderungen und Löschungen warten. Eine API, die inzwischen gebunden wird, ist nicht angehalten.',
    action: 'Anhalten',
    done: '{{title}} ist angehalten',
  },
  resume: {
    open: 'Fortsetzen …',
    title: '{{title}} fortsetzen',
    text: 'Der Konnector von {{title}} führt aus, was gewartet hat: Bestellungen, Änderungen und Löschungen.',
    action: 'Fortsetzen',
    done: '{{title}} ist fortgesetzt',
  },
  approve: {
    open: 'Freigeben …',
    waiting_one: '{{count}} Löschung von {{title}} wartet auf Freigabe',
    waiting_other: '{{count}} Löschungen von {{title}} warten auf Freigabe',
    keep: 'Viele Objekte wurden auf einmal gelöscht. Finden Sie zuerst heraus, wer sie gelöscht hat. Um Daten zu behalten, erstellen Sie das Objekt erneut.',
    title: 'Löschungen von {{title}} freigeben',
    text: 'Der Konnector löscht so viele Kopien von {{title}} von {{cluster}} auf der Control Plane, mit ihren Daten. Das lässt sich nicht rückgängig machen.',
    count: 'Freizugebende Löschungen',
    countHelp: 'Weitere warten auf eine neue Freigabe.',
    action_one: '{{count}} endgültig löschen',
    action_other: '{{count}} endgültig löschen',
    done_one: '{{count}} Löschung von {{title}} ist freigegeben',
    done_other: '{{count}} Löschungen von {{title}} sind freigegeben',
  },
  claims: {
    waiting:
      '{{title}} verlangt Berechtigungen, die noch niemand beantwortet hat',
    text: 'Sie gelten erst, wenn jemand sie annimmt. Zum Beantworten wird die API erneut gebunden.',
    review: 'Ansehen …',
    unanswered_one: '{{count}} Berechtigung ohne Antwort',
    unanswered_other: '{{count}} Berechtigungen ohne Antwort',
  },
  finding: {
    OrphanedCopies: {
      title: '{{title}}: Kopien ohne Objekt',
      remedy:
        'Ihre Daten bleiben. Erstellen Sie ein Objekt mit demselben Namen, um mit ihnen weiterzuarbeiten; löschen Sie es danach, um auch die Kopie zu löschen.',
    },
    OrphanedAppClusterCopies: {
      title: '{{title}}: Objekte eines anderen Konnectors',
      remedy:
        'Ihre Originale auf der Control Plane gibt es nicht mehr. Löschen Sie auf dem App-Cluster, was niemand verwendet.',
    },
    NameCollisions: {
      title: '{{title}}: vergebene Namen',
      remedy:
        'Auf der Control Plane haben andere Objekte diese Namen. Benennen Sie die Objekte auf dem App-Cluster um, oder entfernen Sie die anderen auf der Control Plane.',
    },
    RefusedObjects: {
      title: '{{title}}: Objekte, die ein Cluster ablehnt',
      remedy:
        'Ändern Sie das Objekt, oder die Richtlinie oder das Recht, das die Meldung nennt.',
    },
    UncheckedObjects: {
      title: '{{title}}: noch nicht geprüfte Objekte',
      remedy:
        'Der Konnector versucht es weiter. Bleibt es dabei, nennt die Meldung den Grund.',
    },
  },
  copies: {
    title_one: '{{count}} Kopie auf der Control Plane hat hier kein Objekt',
    title_other:
      '{{count}} Kopien auf der Control Plane haben hier kein Objekt',
    text: 'Sie wurden absichtlich behalten, oder ihre Objekte gingen verloren. Die Daten sind noch da: Erstellen Sie im Namespace ein Objekt mit demselben Namen, um mit ihnen weiterzuarbeiten. Löschen Sie auf der Control Plane nur, was niemand braucht.',
    name: 'Name',
    service: 'Service',
    namespace: 'Namespace',
    serviceNamespace: 'Namespace auf der Control Plane',
    delete: 'Endgültig löschen',
    command: 'Befehl für {{name}}',
  },
  inventory: {
    title: 'Bestand',
    service: 'Service',
    objects: 'Auf dem App-Cluster',
    copies: 'Auf der Control Plane',
    instances: 'Instanzen zeigen',
  },
  unbind: {
    open: 'Lösen …',
    label: '{{title}} lösen',
    title: '{{title}} von {{cluster}} lösen',
    goes: 'Was wegfällt:',
    binding:
      'Die Bindung von {{title}} und die Rechte von Konnector und Portal',
    orders:
      '{{title}} lässt sich auf {{cluster}} nicht mehr bestellen oder ändern, und das Portal zeigt die Objekte dort nicht mehr',
    stays: 'Was bleibt:',
    objects: 'Alle Objekte auf {{cluster}}, nicht mehr abgeglichen',
    countedObjects_one:
      '{{count}} Objekt auf {{cluster}}, nicht mehr abgeglichen',
    countedObjects_other:
      '{{count}} Objekte auf {{cluster}}, nicht mehr abgeglichen',
    copies_one:
      '{{count}} Kopie auf der Control Plane, mit dem laufenden Service und seinen Daten',
    copies_other:
      '{{count}} Kopien auf der Control Plane, mit den laufenden Services und ihren Daten',
    again:
      'Wird die API erneut gebunden, geht es mit denselben Objekten und Daten weiter.',
    action: 'Lösen',
    done: '{{title}} ist von {{cluster}} gelöst',
    unfinished: '{{title}} ist noch nicht von {{cluster}} gelöst',
    unfinishedText:
      'Der Konnector gibt noch Objekte frei und braucht dafür seine Rechte. Schließen Sie das Lösen ab, um noch einmal darauf zu warten; danach werden die Rechte von Konnector und Portal entfernt. Dauert es lange, prüfen Sie, ob der Konnector läuft. Ist dieser Dialog geschlossen, entfernen Sie die Rechte, indem Sie die API erneut binden und lösen.',
    finish: 'Lösen abschließen',
  },
  offboard: {
    text: 'Beendet die Verbindung von {{title}} zur Control Plane endgültig. Der App-Cluster selbst wird nicht geändert.',
    unbindFirst:
      'Auf {{title}} sind noch APIs gebunden. Lösen Sie sie zuerst auf dieser Seite: Sonst lassen sich ihre Objekte dort später nicht löschen.',
    deleted: 'Auf der Control Plane wird endgültig gelöscht:',
    namespace: 'Im Namespace {{namespace}}: {{contents}}',
    kept: 'Namespace {{namespace}} bleibt: Er gehört zu etwas anderem oder wird schon gelöscht',
    empty: 'leer',
    counted: '{{title}} ({{n}})',
    uncounted: '{{title}} (konnten nicht gezählt werden)',
    apis: 'Das Angebot von {{apis}} an diesen App-Cluster',
    access: 'Tokens, Join-Befehle und die Registrierung von {{title}}',
    lost_one: '{{count}} Service wird mit seinen Daten gelöscht',
    lost_other: '{{count}} Services werden mit ihren Daten gelöscht',
    noReturn:
      'Das lässt sich nicht rückgängig machen. Sichern Sie vorher Daten außerhalb der Plattform.',
  },
  once: {
    title: 'Der Befehl wird nicht noch einmal gezeigt.',
    text: 'Kopieren Sie ihn zuerst. Ohne ihn müssen Sie einen neuen erstellen.',
    keep: 'Offen lassen',
    close: 'Schließen',
  },
  requests: {
    state: {
      Open: 'Nicht beantwortet',
      Approved: 'Genehmigt, noch nicht gebunden',
      Fulfilled: 'Gebunden',
      Dismissed: 'Abgelehnt',
    },
    waiting_one: '{{count}} Anfrage für einen Service wartet',
    waiting_other: '{{count}} Anfragen für Services warten',
    approve: 'Genehmigen …',
    approveLabel: 'Anfrage für {{title}} von {{user}} genehmigen',
    approveTitle: 'Anfrage für {{title}} genehmigen',
    approveText:
      'Wer angefragt hat, sieht die Genehmigung und Ihre Antwort. Danach binden Sie {{title}} an {{cluster}}; die Berechtigungen werden dort gezeigt.',
    approveAction: 'Genehmigen und weiter',
    mayNotAnswer:
      'Sie dürfen diesen Service dort nicht binden und können die Anfrage daher nicht beantworten.',
    notForYou:
      '{{title}} wird Ihnen nicht angeboten: Jemand anderes muss den Service binden, oder das Angebot muss sich ändern.',
    notOffered:
      '{{title}} wird zurzeit nicht angeboten. Bieten Sie die API unter Exportvorlagen an und binden Sie sie danach.',
  },
};
