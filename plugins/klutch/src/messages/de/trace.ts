/** Texts of the page that traces claims of all tenants, in German. */
import type { traceMessages as english } from '../trace';
import type { Translated } from '../translate';

export const traceMessages: Translated<typeof english> = {
  title: 'Claim eines beliebigen Mandanten verfolgen',
  intro:
    'Zeigt, wo eine Bestellung auf ihrem Weg ist und was zu tun ist, wo sie stehen bleibt. Werte des Mandanten werden nicht gezeigt. Jede Verfolgung wird mit Ihrem Namen protokolliert.',
  text: 'Was wissen Sie darüber?',
  help: 'Die Adresse der Seite; oder App-Cluster, Namespace, Kind und Name, zum Beispiel apps-dev/team-a/postgresqlinstance/orders; oder Kind und Name eines Objekts auf der Control Plane.',
  action: 'Verfolgen',
  none: 'Kein Claim hat diesen Namen, und kein Objekt auf der Control Plane, das Sie lesen dürfen, gehört zu einem. Prüfen Sie die Schreibweise oder geben Sie weniger an: Der Name allein durchsucht alle App-Cluster.',
  byPrefix:
    'Es gibt kein Objekt dieses Namens, das Sie lesen dürfen. Der Name beginnt wie das Composite dieses Claims, also gehört es wahrscheinlich dazu.',
  several: 'Mehrere Claims haben diesen Namen. Wählen Sie einen.',
  isMore:
    'Auch weitere Claims haben ihn: Geben Sie den Namespace oder den App-Cluster an.',
  choose: '{{name}} in {{namespace}} auf {{cluster}} verfolgen',
  claims: 'Gefundene Claims',
  column: {
    claim: 'Gefundener Claim',
    cluster: 'App-Cluster',
    namespace: 'Namespace',
    actions: 'Aktionen',
    step: 'Schritt',
    found: 'Was gefunden wurde',
    remedy: 'Was zu tun ist',
  },
  of: '{{kind}} {{name}}',
  where: 'Im Namespace {{namespace}} auf {{cluster}}',
  steps: 'Schritte',
  allDone: 'Alle Schritte sind erledigt.',
  noneFails: 'Kein Schritt ist fehlgeschlagen, soweit Sie sie sehen dürfen.',
  failsAt: 'Bei diesem Schritt fehlgeschlagen: {{step}}',
  waitsAt: 'Wartet bei diesem Schritt: {{step}}',
  step: {
    request: 'Bestellung',
    appCluster: 'App-Cluster',
    konnector: 'Konnector',
    controlPlane: 'Control Plane',
    composite: 'Composite (XR)',
    managedResource: 'Verwaltete Ressource',
    service: 'Service',
  },
  state: {
    done: 'Erledigt',
    active: 'In Arbeit',
    failed: 'Fehlgeschlagen',
    waiting: 'Noch nicht',
    unknown: 'Unbekannt',
  },
  finding: {
    AppClusterUnreachable:
      'Prüfen Sie den API-Server des App-Clusters und das Netz zwischen ihm und dem Portal. Wenn seine Zugangsdaten abgelehnt werden, ersetzen Sie die Kubeconfig.',
    AppClusterNotConnected:
      'Bitten Sie jemanden mit Zugriff auf den App-Cluster um die Ausgabe von „kubectl klutch trace“.',
    ClaimMissing:
      'Fragen Sie den Eigentümer des App-Clusters, ob der Claim absichtlich gelöscht wurde. Löschen Sie die Kopie nicht vorher: Mit ihr gehen die Daten.',
    KonnectorNotReporting:
      'Prüfen Sie auf dem App-Cluster, ob der Konnector läuft, und lesen Sie sein Log.',
    NotPickedUp:
      'Sehen Sie sich auf dem App-Cluster die Events des Claims und das APIServiceBinding seiner API an.',
    ControlPlaneUnreachable:
      'Prüfen Sie den API-Server der Control Plane und das Netz zwischen ihr und dem Portal.',
    NotComposed:
      'Prüfen Sie auf der Control Plane, ob Crossplane läuft und ob es für diesen Kind eine Composition gibt.',
    CompositeNotReady:
      'Sehen Sie sich auf der Control Plane das Composite und seine Events an, und die Functions seiner Composition.',
    ManagedResourceNotReady:
      'Sehen Sie sich auf der Control Plane die Ressource und ihre Events an, und ihren Provider.',
    ObjectMissing:
      'Finden Sie heraus, wer es gelöscht hat, oder ob sein Provider oder XRD entfernt wurde.',
    NotReadable:
      'Bitten Sie einen Operator der Control Plane, es anzusehen, oder um das Recht, es zu lesen.',
    ServiceNotReady:
      'Warten Sie auf den Provider, oder fragen Sie die Eigentümer des Data Service.',
    BeingDeleted:
      'Finden Sie heraus, warum die Eigentümer seiner Finalizer sie nicht entfernen. Entfernen Sie sie nicht von Hand: Daten können zurückbleiben.',
  },
  docs: 'Was das bedeutet',
  docsOf: 'Was das bedeutet, beim Schritt {{step}}',
};
