/** Texts of the create wizard, in German. */
import type { createMessages as english } from '../create';
import type { Translated } from '../translate';

export const createMessages: Translated<typeof english> = {
  title: 'Instanz von {{title}} erstellen',
  steps: { where: 'Wo', what: 'Was', review: 'Prüfen', label: 'Schritte' },
  back: 'Zurück',
  next: 'Weiter: {{step}}',
  waiting:
    'Die Namespaces des App-Clusters werden geladen. Der nächste Schritt öffnet sich automatisch.',
  kept: 'Ihr Entwurf ist noch da.',
  startAgain: 'Neu beginnen',
  submit: '{{name}} auf {{cluster}} erstellen',
  submitting: '{{name}} wird erstellt …',
  refused: '{{name}} wurde nicht bestellt: {{reason}}',
  created: '{{name}} wurde bestellt',
  notInstance:
    'Von {{title}} lassen sich keine Instanzen erstellen. Wählen Sie unter „Services“ einen anderen Service.',
  notBound:
    '{{title}} ist noch an keinen Ihrer App-Cluster gebunden und lässt sich daher nicht bestellen.',
  where: {
    clusters: 'App-Cluster',
    namespaces: 'Namespaces',
    cluster: 'App-Cluster',
    clusterHelp: 'Der Cluster, auf dem Ihre Anwendung läuft.',
    clusterRequired: 'Wählen Sie einen App-Cluster.',
    notBound:
      '{{title}} ist hier nicht gebunden. Bitten Sie einen Plattform-Operator um die Bindung.',
    withdrawn:
      '{{title}} ist hier nicht gebunden und wurde zurückgezogen. Bitten Sie einen Plattform-Operator, den Service wieder anzubieten.',
    away: 'Nicht erreichbar: {{message}}',
    namespace: 'Namespace',
    namespaceHelp:
      'Hier werden die Zugangsdaten gespeichert, neben Ihrer Anwendung.',
    namespaceFirst: 'Wählen Sie zuerst einen App-Cluster.',
    namespaceRequired: 'Wählen Sie einen Namespace.',
    namespaceNone:
      'Sie dürfen in keinem Namespace dieses App-Clusters bestellen. Bitten Sie einen Operator des App-Clusters um das Recht.',
    namespaceMissing:
      'Dieser App-Cluster hat keinen Namespace für Bestellungen. Bitten Sie einen Operator des App-Clusters, einen anzulegen.',
    namespaceAway: 'Sie dürfen hier nicht bestellen',
    name: 'Name',
    owner: 'Eigentümer',
    ownerHelp: 'An wen sich andere wenden.',
    ownerMe: '{{name}} (Sie)',
    ownerNobody: 'Niemand',
    component: 'Verwendet von',
    componentHelp:
      'Die Komponente des Katalogs, die sie verwendet. Der Katalog zeigt beide zusammen.',
    componentNone: 'Keine Komponente',
    nameHelp: 'Ein Name, den Ihr Team wiedererkennt, zum Beispiel orders-db.',
  },
  what: {
    version: 'Version',
    versionRequired: 'Wählen Sie eine Version.',
    planRequired: 'Wählen Sie einen Plan.',
    versionGone:
      'Die gewählte Version wird nicht oder nicht mehr angeboten. Wählen Sie eine andere.',
    planGone:
      'Der gewählte Plan wird nicht oder nicht mehr angeboten. Wählen Sie einen anderen.',
    plan: 'Plan',
  },
  summary: {
    title: 'Zusammenfassung',
    service: 'Service',
    cluster: 'App-Cluster',
    namespace: 'Namespace',
    name: 'Name',
    owner: 'Eigentümer',
    component: 'Verwendet von',
    composition: 'Backend',
    version: 'Version',
    plan: 'Plan',
    settings: 'Einstellungen',
    defaults: 'Standardwerte',
    changed_one: '{{count}} geändert',
    changed_other: '{{count}} geändert',
    missing: 'Noch nicht gewählt',
  },
  review: {
    summary:
      'Sie bestellen {{name}}: {{product}} mit dem Plan {{plan}}, im Namespace {{namespace}} auf {{cluster}}.',
    delivery:
      'Die Bestellung wird sofort angewendet, direkt auf {{cluster}} und als {{user}}, weil das Portal mit diesem App-Cluster verbunden ist.',
    check: 'Prüfung durch den App-Cluster',
    checking: 'Der App-Cluster prüft die Bestellung …',
    checked:
      'Der App-Cluster nimmt diese Bestellung an. Es wurde noch nichts geschrieben.',
    refused: 'Der App-Cluster nimmt diese Bestellung nicht an',
    refusedFields:
      'Korrigieren Sie die markierten Felder und kehren Sie dann zu diesem Schritt zurück.',
    change: '{{field}} ändern',
    order: 'Ihre Bestellung',
    yaml: 'YAML',
    kubectl: 'Als kubectl-Befehl',
    asText: 'Ohne das Portal',
  },
};
