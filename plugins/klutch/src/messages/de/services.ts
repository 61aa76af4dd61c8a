/** Texts of the Services page and of the service page, in German. */
import type { servicesMessages as english } from '../services';
import type { Translated } from '../translate';

export const servicesMessages: Translated<typeof english> = {
  what: 'Data Services',
  search: 'Services suchen',
  cluster: 'App-Cluster',
  docsOf: 'Dokumentation zu {{title}}',
  empty:
    'Es werden noch keine Data Services angeboten. Ein Plattform-Operator kann unter Data Platform → Exportvorlagen einen anbieten.',
  emptyOperator: 'Exportvorlagen öffnen',
  noMatch: 'Kein Service passt. Suchen Sie nach etwas anderem.',
  boundOn_one: 'An Ihren App-Cluster gebunden',
  boundOn_other: 'An {{bound}} von Ihren {{count}} App-Clustern gebunden',
  boundNowhere: 'An keinen Ihrer App-Cluster gebunden',
  noClusters: 'Es gibt noch keinen App-Cluster',
  withdrawn:
    'Zurückgezogen: Wo der Service gebunden ist, lässt er sich weiterhin bestellen, aber nicht an weitere App-Cluster binden.',
  create: 'Erstellen',
  createLong: 'Instanz von {{title}} erstellen',
  bind: 'Binden',
  bindMore: 'An weiteren Cluster binden',
  ask: 'Bindung anfragen',
  askMore: 'Für anderen Cluster anfragen',
  askTitle: '{{title}} auf Ihrem App-Cluster anfragen',
  askText:
    'Plattform-Operatoren binden Services an App-Cluster. Sie sehen Ihre Anfrage, und Sie sehen den Service als gebunden, sobald sie erfüllt ist.',
  askNowhere:
    'Es gibt noch keinen App-Cluster, der ihn binden könnte. Bitten Sie einen Plattform-Operator, Ihren zu registrieren.',
  askNote: 'Wofür (optional)',
  askSend: 'Anfrage senden',
  asked: 'Die Plattform-Operatoren sehen Ihre Anfrage',
  forbidden: {
    create:
      'Sie dürfen {{title}} in keinem Namespace auf {{clusters}} erstellen. Bitten Sie dort einen Operator um das Recht; Ihr Benutzername ist {{user}}.',
    createAny:
      'Sie dürfen auf keinem App-Cluster Data Services erstellen. Bitten Sie einen Operator Ihres App-Clusters um das Recht; Ihr Benutzername dort ist {{user}}.',
  },
  own: {
    title: 'Ihre Anfragen',
    column: {
      service: 'Service',
      cluster: 'App-Cluster',
      state: 'Status',
      age: 'Alter',
      actions: 'Aktionen',
    },
    state: {
      Open: 'Noch nicht beantwortet',
      Approved: 'Genehmigt: wird gebunden',
      Fulfilled: 'Gebunden: bestellbar',
      Dismissed: 'Abgelehnt',
    },
    createLabel: 'Instanz von {{title}} auf {{cluster}} erstellen',
    unbound: 'War gebunden und ist es nicht mehr',
    withdraw: 'Zurückziehen',
    withdrawLabel: 'Anfrage für {{title}} zurückziehen',
    remove: 'Entfernen',
    removeLabel: 'Anfrage für {{title}} entfernen',
  },
  service: {
    docs: 'Dokumentation',
    plans: 'Pläne',
    versions: 'Versionen',
    where: 'Wo der Service gebunden ist',
    apiVersion: 'API-Version',
    kind: 'Art (kind)',
    resource: 'Ressource',
    backend: 'Backend',
    backendHelp:
      'Versionen und Pläne hängen vom Backend ab, einer Composition auf der Control Plane.',
    composition: 'Backends (je eine Composition)',
    compositionDefault: '(Standard)',
    compositionHelp:
      'Eine Composition betreibt den Service auf einem Backend. Eine Bestellung verwendet den Standard, sofern keine andere gewählt wird.',
    bound: 'Gebunden: hier bestellbar',
    notBound: 'Nicht gebunden',
    noClusters: 'Es gibt noch keine App-Cluster.',
  },
  plan: {
    plan: 'Plan',
    name: 'Name',
    replicas: 'Replikate',
    memory: 'Arbeitsspeicher',
    storage: 'Speicherplatz',
    connections: 'Verbindungen',
    notAvailable: 'Hier nicht verfügbar.',
    more_one: '{{count}} weiteren Plan zeigen, der hier nicht verfügbar ist',
    more_other: '{{count}} weitere Pläne zeigen, die hier nicht verfügbar sind',
    none: 'Dieser Service hat keine Pläne.',
    choose: '{{plan}} wählen',
  },
};
