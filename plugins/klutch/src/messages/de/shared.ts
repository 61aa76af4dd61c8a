/** Texts used on several pages, in German. */
import type { sharedMessages as english } from '../shared';
import type { Translated } from '../translate';

export const sharedMessages: Translated<typeof english> = {
  title: 'Data Services',
  subtitle: 'Datenbanken und andere Services für Ihre Anwendungen',
  locale: 'de',
  // Abbreviations, because these texts have no plural forms; sentences do not end with them, which would double the dot.
  time: {
    now: 'gerade eben',
    seconds: 'vor {{n}} s',
    minutes: 'vor {{n}} min',
    hours: 'vor {{n}} h',
    days: 'vor {{n}} Tg.',
    months: 'vor {{n}} Mon.',
    years: 'vor {{n}} J.',
  },
  cancel: 'Abbrechen',
  save: 'Speichern',
  close: 'Schließen',
  discard: {
    title: 'Ihre Änderungen sind nicht gespeichert.',
    keep: 'Weiter bearbeiten',
    discard: 'Änderungen verwerfen',
  },
  download: '{{file}} herunterladen',
  copy: '{{what}} kopieren',
  copied: 'Kopiert',
  copyFailed: 'Nicht kopiert. Markieren Sie den Text und kopieren Sie ihn.',
  message: 'Nachricht',
  details: 'Technische Details',
  loading: 'Wird geladen: {{what}}',
  unknown: 'Nicht bekannt',
  incomplete:
    'Möglicherweise fehlt hier etwas: Ein Cluster ist nicht erreichbar oder wurde gerade erst verbunden.',
  kubectlContext:
    'Der aktuelle Kontext Ihrer kubeconfig muss der von {{cluster}} sein.',
  pages: {
    rows: '{{from}}–{{to}} von {{total}}',
    newest: 'Das sind die neuesten {{n}} von {{total}}.',
    next: 'Nächste Seite',
    previous: 'Vorherige Seite',
  },
  nav: {
    services: 'Services',
    instances: 'Instanzen',
    label: 'Seiten der Data Services',
  },
  error: {
    unreachableTitle: 'Das Portal ist nicht erreichbar',
    awayTitle: 'Zurzeit nicht verfügbar',
    retriesAutomatically: 'Diese Seite versucht es automatisch erneut.',
    notRetried:
      'Es wird nicht automatisch erneut versucht. Prüfen Sie, ob die Aktion ausgeführt wurde, und versuchen Sie es andernfalls erneut.',
    expiredTitle: 'Ihre Sitzung ist abgelaufen',
    expired:
      'Melden Sie sich erneut an, um fortzufahren. Nichts, was Sie bestellt haben, geht verloren.',
    signIn: 'Erneut anmelden',
    forbiddenTitle: 'Sie dürfen das nicht sehen',
    refusedTitle: 'Sie dürfen das nicht tun',
    forbiddenAsk:
      'Bitten Sie einen Plattform-Operator um Zugriff als {{user}}.',
    notFoundTitle: 'Nicht gefunden',
    forbiddenAskSomebody: 'Bitten Sie einen Plattform-Operator um Zugriff.',
    otherTitle: 'Die Anfrage ist fehlgeschlagen',
    retry: 'Erneut versuchen',
    staleTitle: 'Die angezeigten Daten sind möglicherweise veraltet',
    badStatus: 'Das Portal antwortete mit dem Status {{status}}.',
    unreadable: 'Die Antwort des Portals lässt sich nicht lesen.',
    noResponse: 'Das Backend des Portals antwortet nicht.',
    laterBindings:
      'Inzwischen wurden Service-Bindings erstellt: {{names}}. {{instance}} wurde nicht gelöscht. Sehen Sie sie an, und beginnen Sie noch einmal, um auch sie zu löschen.',
  },
  controlPlane: {
    name: 'Control Plane',
    title: 'Der Control-Plane-Cluster ist nicht erreichbar',
    text: 'Bestellungen werden wieder angenommen, sobald er erreichbar ist. Laufende Instanzen laufen weiter. Diese Seite aktualisiert sich automatisch.',
    since: 'Seine letzte Antwort kam {{time}} an.',
  },
  appCluster: {
    konnectorOnly: '{{title}} ist nur über seinen Konnector verbunden',
    away: '{{title}} ist nicht erreichbar',
    lastSeen: 'zuletzt gesehen {{time}}',
    keeps:
      'Die angezeigten Daten (Stand: {{time}}) werden aktualisiert, sobald der App-Cluster wieder erreichbar ist.',
  },
  entity: {
    instance: 'Instanz eines Data Service',
    service: 'Data Service',
    open: 'In Data Services öffnen',
    component: 'Data Services',
    componentCreate: 'Data Service bestellen',
    componentEmpty:
      'Diese Komponente verwendet keinen Data Service des Portals, den Sie sehen dürfen.',
  },
  state: {
    Waiting: 'Wartet',
    Creating: 'Wird erstellt',
    Updating: 'Wird geändert',
    Deleting: 'Wird gelöscht',
    Ready: 'Bereit',
    Degraded: 'Eingeschränkt',
    Failed: 'Fehlgeschlagen',
    Unknown: 'Unbekannt',
  },
  sortBy: 'Sortieren nach',
  restoring: 'Wird wiederhergestellt',
  providerState: '{{state}} ({{providerState}})',
  typedName: {
    label: 'Zur Bestätigung {{name}} eingeben',
    mismatch: 'Der Name stimmt nicht überein.',
  },
  permission: {
    create:
      'Sie dürfen nicht bestellen. Bitten Sie einen Plattform-Operator um die Berechtigung, Data Services zu bestellen.',
    update:
      'Sie dürfen Instanzen nicht ändern. Bitten Sie einen Plattform-Operator um die Berechtigung, Data Services zu ändern.',
    delete:
      'Sie dürfen nicht löschen. Bitten Sie einen Plattform-Operator um die Berechtigung, Data Services zu löschen.',
    restore:
      'Eine Wiederherstellung gibt Zugriff auf Daten und erfordert daher die Berechtigung, Zugangsdaten anzuzeigen. Bitten Sie einen Plattform-Operator um diese Berechtigung.',
    reveal:
      'Sie dürfen Zugangsdaten nicht anzeigen. Bitten Sie einen Plattform-Operator um die Berechtigung dafür.',
  },
  forbidden: {
    create:
      'Sie dürfen das im Namespace {{namespace}} auf {{cluster}} nicht bestellen. Bitten Sie einen Operator von {{cluster}} um das Recht; Ihr Benutzername dort ist {{user}}.',
    change:
      'Sie dürfen das im Namespace {{namespace}} auf {{cluster}} nicht ändern. Bitten Sie einen Operator von {{cluster}} um das Recht; Ihr Benutzername dort ist {{user}}.',
    delete:
      'Sie dürfen das im Namespace {{namespace}} auf {{cluster}} nicht löschen. Bitten Sie einen Operator von {{cluster}} um das Recht; Ihr Benutzername dort ist {{user}}.',
    restore:
      'Eine Wiederherstellung gibt Zugriff auf Daten und erfordert daher das Recht, Secrets im Namespace {{namespace}} auf {{cluster}} zu lesen. Bitten Sie einen Operator von {{cluster}} um das Recht; Ihr Benutzername dort ist {{user}}.',
    reveal:
      'Sie dürfen Secrets im Namespace {{namespace}} auf {{cluster}} nicht lesen. Bitten Sie einen Operator von {{cluster}} um das Recht; Ihr Benutzername dort ist {{user}}.',
  },
  conditions: {
    empty: 'Es wurden noch keine Conditions gemeldet.',
    raw: 'Conditions im Original',
    good: 'Erfüllt',
    bad: 'Nicht erfüllt',
    pending: 'Unbekannt',
  },
  name: {
    required: 'Geben Sie einen Namen ein.',
    tooLong: 'Verwenden Sie höchstens {{max}} Zeichen.',
    characters: 'Verwenden Sie nur Kleinbuchstaben, Ziffern und Bindestriche.',
    edges: 'Beginnen und enden Sie mit einem Buchstaben oder einer Ziffer.',
    taken: '{{name}} wird in {{namespace}} bereits verwendet.',
    free: '{{name}} ist verfügbar.',
  },
};
