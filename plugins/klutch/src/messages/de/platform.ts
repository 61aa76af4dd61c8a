/** Texts of the platform pages, in German. */
import type { platformMessages as english } from '../platform';
import type { Translated } from '../translate';
import { controlPlaneMessages } from './controlPlane';
import { setUpMessages } from './setUp';

export const platformMessages: Translated<typeof english> = {
  title: 'Data Platform',
  subtitle: 'APIs und App-Cluster der Data Services',
  sections: {
    label: 'Seiten der Plattform',
    'export-templates': 'Exportvorlagen',
    'app-clusters': 'App-Cluster',
    exports: 'Exporte',
    'control-plane': 'Control Plane',
    'set-up': 'Einrichtung',
    trace: 'Verfolgen',
  },
  onlyOperatorsTitle: 'Die Plattform-Seiten sind für Operatoren',
  onlyOperators:
    'Sie sind angemeldet als {{user}} ({{kubernetesUser}}). Diese Seiten erfordern die Berechtigung „{{permission}}“. Bitten Sie einen Plattform-Operator um die Berechtigung oder darum, die Änderung für Sie vorzunehmen.',
  mayNotManage:
    'Sie dürfen die Datenplattform nicht ändern. Bitten Sie einen Plattform-Operator um die Berechtigung, sie zu verwalten.',
  permissionsOffTitle: 'Hier ist jeder Benutzer ein Operator',
  permissionsOff:
    'In diesem Backstage sind Berechtigungen ausgeschaltet. Daher darf jeder angemeldete Benutzer diese Seiten verwenden, soweit das RBAC der Cluster es erlaubt, und Zugangsdaten anzeigen. Um das zu ändern, setzen Sie permission.enabled auf true und fügen Sie eine Permission Policy hinzu.',
  mountPathTitle: 'Links in Benachrichtigungen und im Katalog führen ins Leere',
  mountPath:
    'Die App hat diese Seiten unter {{actual}}, das Backend schreibt Links auf {{configured}}. Setzen Sie klutch.mountPath auf {{actual}}.',
  me: 'Ihr Benutzer',
  requests: {
    title: 'Angefragte Services',
    column: {
      service: 'Service',
      cluster: 'App-Cluster',
      user: 'Angefragt von',
      note: 'Wofür',
      age: 'Alter',
      actions: 'Aktionen',
    },
    dismiss: 'Ablehnen …',
    dismissTitle: 'Anfrage für {{title}} ablehnen',
    dismissText: 'Wer angefragt hat, sieht die Ablehnung und Ihre Antwort.',
    dismissAction: 'Anfrage ablehnen',
    message: 'Antwort (optional)',
    dismissLabel: 'Anfrage für {{title}} von {{user}} ablehnen',
  },
  claims: {
    whole: 'Vollständige Anforderung',
    none: 'Keine',
  },
  clusters: {
    what: 'App-Cluster',
    empty:
      'Es ist noch kein App-Cluster registriert. Fügen Sie einen hinzu, um APIs daran zu binden.',
    add: 'App-Cluster hinzufügen',
    join: 'Mit Join-Befehl hinzufügen',
    column: {
      name: 'App-Cluster',
      health: 'Zustand',
      konnector: 'Konnector',
      heartbeat: 'Letztes Lebenszeichen',
      apis: 'APIs',
    },
    apis_one: '{{count}} API',
    apis_other: '{{count}} APIs',
    konnector: 'Version {{version}}',
    noKonnector: 'Noch nicht verbunden',
  },
  cluster: {
    notFound: 'Es gibt keinen App-Cluster {{id}}.',
    back: 'Zurück zu allen App-Clustern',
    bind: 'API binden …',
    addKubeconfig: 'Kubeconfig hinzufügen …',
    replaceKubeconfig: 'Kubeconfig ersetzen …',
    revokeTokens: 'Tokens widerrufen …',
    offboard: 'Entfernen …',
    id: 'ID',
    clusterNamespace: 'Cluster-Namespace',
    bindings: 'Gebundene APIs',
    noBindings: 'Hier ist noch keine API gebunden.',
    conditions: 'Conditions',
    ready: 'Bereit',
    notReady: 'Noch nicht bereit',
  },
  bind: {
    title: 'API an {{cluster}} binden',
    text: 'Der Konnector auf {{cluster}} installiert dort die API und gleicht Objekte mit dem Control-Plane-Cluster ab.',
    api: 'API',
    apiHelp:
      'Angebotene APIs. Wenn Sie eine erneut binden, beantworten Sie die Berechtigungen, die sie jetzt anfordert.',
    again: '{{title}} (hier bereits gebunden)',
    notForYou: '{{title}} (Ihnen nicht angeboten)',
    none: 'Es wird keine API angeboten. Bieten Sie zuerst unter „Exportvorlagen“ eine an.',
    accept:
      'Der Service fordert diese Berechtigungen an. Wählen Sie ab, was Sie ablehnen',
    acceptClaim: 'Erteilen: {{claim}}',
    required:
      'Erforderlich: Die API funktioniert erst, wenn diese Berechtigung erteilt ist.',
    acceptNone:
      'Der Service fordert auf diesem App-Cluster keine Berechtigungen an.',
    action: 'Berechtigungen erteilen und binden',
    actionNone: 'Binden',
    binding: 'Die API wird gebunden … Das dauert einige Sekunden.',
    done: '{{title}} ist an {{cluster}} gebunden',
  },
  add: {
    title: 'App-Cluster hinzufügen',
    text: 'Geben Sie die Kubeconfig eines eigens für das Portal angelegten Benutzers an. Sie wird geprüft, bevor sie in einem Secret auf dem Control-Plane-Cluster gespeichert wird, und keine Seite zeigt sie wieder an. Auf dem App-Cluster ändert sich nichts, bis Sie eine API binden.',
    id: 'ID',
    idHelp:
      'Kurz und dauerhaft, zum Beispiel shop-prod: Kleinbuchstaben, Ziffern und Bindestriche.',
    idProblem:
      'Verwenden Sie bis zu 40 Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben oder einer Ziffer am Anfang und am Ende.',
    idTaken: 'Es gibt bereits einen App-Cluster {{id}}.',
    name: 'Titel',
    nameHelp: 'Der Name, den Benutzer sehen, zum Beispiel Shop Produktion.',
    nameProblem: 'Verwenden Sie höchstens 80 Zeichen.',
    kubeconfig: 'Kubeconfig',
    kubeconfigHelp: 'Fügen Sie sie hier ein oder wählen Sie eine Datei.',
    upload: 'Datei wählen',
    unreadable: 'Diese Datei lässt sich nicht lesen.',
    problem: {
      empty: 'Fügen Sie eine Kubeconfig ein.',
      yaml: 'Das ist kein YAML: {{message}}',
      kind: 'Das ist keine Kubeconfig: Sie enthält keine Cluster.',
    },
    action: 'Prüfen und hinzufügen',
    done: '{{title}} wurde hinzugefügt',
  },
  join: {
    title: 'App-Cluster mit einem Join-Befehl hinzufügen',
    text: 'Fügt einen Cluster hinzu, ohne dem Portal seine Kubeconfig zu geben. Ein Cluster-Administrator führt dort den Join-Befehl aus; danach verbindet sich der Konnector des Clusters mit dem Control-Plane-Cluster. Das Portal selbst hat keinen Zugriff auf den Cluster.',
    apis: 'Zu bindende APIs',
    accepts: 'Wählen Sie Berechtigungen einer API ab, die Sie ablehnen.',
    none: 'Es wird keine API angeboten. Bieten Sie zuerst unter „Exportvorlagen“ eine an.',
    action: 'Join-Befehl erstellen',
    createdTitle: '{{title}} verbinden',
    command: 'Join-Befehl',
    once: 'Dieser Befehl wird nur einmal angezeigt. Sein Join-Token lässt sich einmal verwenden, bis {{time}}. Führen Sie den Befehl dort aus, wo kubectl Administratorzugriff auf {{title}} hat, und geben Sie ihn nicht weiter.',
    ownKonnector:
      'Der Befehl startet keinen Konnector, weil hier keiner konfiguriert ist. Betreiben Sie auf dem App-Cluster selbst einen Konnector.',
    done: 'Schließen',
    what: 'Join-Befehl',
    cancel: 'Join-Befehl verwerfen',
    cancelled: 'Der Join-Befehl von {{title}} ist verworfen',
  },
  bindByJoinCommand: {
    title: 'APIs an {{cluster}} binden',
    text: 'Das Portal hat keine Kubeconfig von {{cluster}}. Ein Cluster-Administrator führt dort den Join-Befehl aus; danach installiert der Konnector die APIs.',
    replaces:
      'Es gibt einen unbenutzten Join-Befehl. Er wird widerrufen, sobald Sie einen anderen erstellen. Wie seine Permission-Claims beantwortet wurden, ist nicht gespeichert: Beantworten Sie sie neu.',
    createdTitle: 'APIs an {{title}} binden',
  },
  kubeconfig: {
    title: 'Kubeconfig von {{title}}',
    first:
      'Mit einer Kubeconfig von {{title}} zeigt das Portal die Instanzen des Clusters, bindet APIs selbst und nimmt Bestellungen an. Geben Sie die Kubeconfig eines eigens für das Portal angelegten Benutzers an. Sie wird geprüft, bevor sie gespeichert wird, und keine Seite zeigt sie wieder an.',
    another:
      'Geben Sie eine Kubeconfig an, die die gespeicherte Kubeconfig von {{title}} ersetzt. Sie wird geprüft, bevor sie gespeichert wird, und keine Seite zeigt sie wieder an.',
    action: 'Prüfen und speichern',
    done: 'Die Kubeconfig von {{title}} ist gespeichert',
  },
  revokeTokens: {
    title: 'Tokens von {{title}} widerrufen',
    text: 'Verwenden Sie dies, wenn ein Token bekannt geworden sein könnte. Der Control-Plane-Cluster lehnt innerhalb von Sekunden alle Tokens von {{title}} ab, auch ein unbenutztes Join-Token. Instanzen laufen weiter; Änderungen warten, bis der Konnector von {{title}} ein neues Token hat.',
    byJoinCommand:
      'Der Konnector erhält ein neues Token durch einen weiteren Join-Befehl: Binden Sie eine API an {{title}}, auch eine, die bereits gebunden ist.',
    byBinding:
      'Der Konnector erhält ein neues Token, wenn Sie erneut eine API an {{title}} binden.',
    action: 'Alle Tokens widerrufen',
    done: 'Die Tokens von {{title}} sind widerrufen',
  },
  offboard: {
    title: '{{title}} entfernen',
    what: 'Vorschau der Entfernung',
    action: 'Entfernen',
    done: '{{title}} wird entfernt',
  },
  exports: {
    what: 'Exporte',
    requests: 'Exportanfragen',
    noRequests: 'Es wartet keine Anfrage.',
    exports: 'Exporte',
    noExports:
      'Es wird noch nichts exportiert. Binden Sie eine API an einen App-Cluster.',
    column: {
      request: 'Anfrage',
      cluster: 'App-Cluster',
      apis: 'APIs',
      phase: 'Status',
      age: 'Alter',
      api: 'API',
      claims: 'Angeforderte Berechtigungen',
      conditions: 'Conditions',
      schema: 'Schemaversion',
    },
    phase: {
      Pending: 'Wartet',
      Succeeded: 'Erledigt',
      Failed: 'Fehlgeschlagen',
    },
    good: 'Bereit',
    bad: '{{type}}: nicht erfüllt',
    pending: '{{type}}: unbekannt',
    noConditions: 'Noch nichts gemeldet',
  },
  controlPlane: controlPlaneMessages,
  setUp: setUpMessages,
};
