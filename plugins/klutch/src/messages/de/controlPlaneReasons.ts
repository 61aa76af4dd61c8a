/** Was über Crossplane, seine Packages, APIs und Claims gesagt wird. */
import type { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import type { Translated } from '../translate';

type All = typeof reasonMessages;
type English = {
  [
    Key in keyof All as Key extends
      | `ControlPlane${string}`
      | `Component${'Crossplane' | 'Package' | 'Paused' | 'Xrd' | 'Composition'}${string}`
      | `ManagedResources${string}`
      | `Update${string}`
      ? Key
      : never
  ]: All[Key];
};

export const controlPlaneReasons: Translated<English> = {
  ControlPlaneCrossplaneMissing:
    'Crossplane ist auf diesem Cluster nicht installiert.',
  ControlPlaneCrossplaneMissingRemedy:
    'Installieren Sie Crossplane, oder prüfen Sie den Kubeconfig: Vielleicht führt er zu einem App-Cluster.',
  ControlPlaneListForbidden:
    '{{resource}} darf nicht aufgelistet werden und wurde deshalb nicht geprüft.',
  ControlPlaneListForbiddenRemedy:
    'Lassen Sie sich das Verb list darauf geben.',
  ControlPlaneListNotServed:
    '{{resource}} wird nicht angeboten und wurde deshalb nicht geprüft.',
  ControlPlaneListNotServedRemedy:
    'Warten Sie, bis der API-Server die Ressource anbietet, oder prüfen Sie die XRD.',
  ControlPlanePackageNotInstalled:
    'Das Package ist nicht installiert. {{cause}}',
  ControlPlanePackageNotInstalledRemedy:
    'Sehen Sie sich seine Revisionen an: kubectl describe {{revisions}}. Häufige Ursachen sind ein Image, das nicht geladen werden kann, oder eine Abhängigkeit, die nicht passt.',
  ControlPlanePackageNotHealthy: 'Das Package ist nicht gesund. {{cause}}',
  ControlPlanePackageNotHealthyRemedy:
    'Sehen Sie sich seine Revisionen an: kubectl describe {{revisions}}. Häufige Ursachen sind eine Abhängigkeit, die nicht passt, oder ein Deployment, das nicht startet.',
  ControlPlaneProviderConfigNotHealthy:
    'Seine letzte Prüfung ist fehlgeschlagen. {{cause}}',
  ControlPlaneProviderConfigNotHealthyRemedy:
    'Prüfen Sie seine URL, das Secret mit den Zugangsdaten, das er nennt, und das Netz zwischen dem Provider und der Automation. Claims, die ihn brauchen, warten so lange.',
  ControlPlaneXrdNotServed:
    'Ihre API wird nicht angeboten: Die Condition {{condition}} ist nicht True. {{cause}}',
  ControlPlaneXrdNotServedRemedy:
    'Korrigieren Sie die XRD. Ein CRD gleichen Namens, das einer anderen XRD oder einem Package gehört, muss vorher gelöscht oder übergeben werden.',
  ControlPlaneCompositionMissing:
    'Keine Composition setzt {{kind}} zusammen, deshalb werden seine Claims nie erfüllt.',
  ControlPlaneCompositionMissingRemedy:
    'Wenden Sie eine Composition dafür an, oder löschen Sie die XRD.',
  ControlPlaneDefaultCompositionMissing:
    'Ihre vorgegebene Composition {{composition}} gibt es nicht, deshalb werden Claims, die keine Composition nennen, nie erfüllt.',
  ControlPlaneDefaultCompositionMissingRemedy:
    'Wenden Sie {{composition}} an, oder nennen Sie eine von {{others}} in spec.defaultCompositionRef.',
  ControlPlaneFunctionNotInstalled:
    'Ihr Schritt {{step}} ruft die Function {{function}} auf, die unter diesem Namen nicht installiert ist.',
  ControlPlaneFunctionNotInstalledRemedy:
    'Installieren Sie die Function unter dem Namen {{function}}.',
  ControlPlaneFunctionInactive:
    'Ihr Schritt {{step}} ruft die Function {{function}} auf, die keine aktive Revision hat.',
  ControlPlaneFunctionInactiveRemedy:
    'Aktivieren Sie eine Revision von {{function}}: kubectl get functionrevisions.pkg.crossplane.io.',
  ControlPlaneFunctionWithoutEndpoint:
    'Ihr Schritt {{step}} ruft die Function {{function}} auf, die noch keinen Endpoint hat.',
  ControlPlaneFunctionWithoutEndpointRemedy:
    'Warten Sie, bis die Function {{function}} gesund ist, oder sehen Sie sich ihr Deployment an.',
  ControlPlaneClaimNotReady:
    '{{kind}} {{name}} ist nicht {{condition}}. {{cause}}',
  ControlPlaneClaimNotReadyRemedy:
    'Sehen Sie sich {{kind}} {{name}} und die Events dazu an, und das Log des Controllers, dem das Objekt gehört.',
  ControlPlaneClaimNotDeleted:
    'Er soll gelöscht werden, aber {{kind}} {{name}} wartet auf seine Finalizer ({{finalizers}}) oder auf Abhängiges. {{cause}}',
  ControlPlaneClaimNotDeletedRemedy:
    'Finden Sie heraus, warum {{kind}} {{name}} seine Finalizer behält; entfernen Sie sie nicht von Hand, weil die Daten dahinter bleiben könnten.',
  ControlPlaneClaimPartMissing: '{{kind}} {{name}} gibt es nicht.',
  ControlPlaneClaimPartMissingRemedy:
    'Sehen Sie sich die Events des Claims und das Log von Crossplane an.',
  ControlPlaneClaimPartForbidden:
    '{{kind}} {{name}} darf nicht gelesen werden.',
  ControlPlaneClaimPartForbiddenRemedy:
    'Lassen Sie sich das Verb get auf {{kind}} geben, und prüfen Sie dann erneut.',
  ControlPlaneClaimPartNotServed:
    'Die API von {{kind}} {{name}} wird nicht angeboten.',
  ControlPlaneClaimPartNotServedRemedy:
    'Installieren Sie den Provider von {{kind}}, oder prüfen Sie, dass er gesund ist.',
  ComponentCrossplaneReady:
    'Läuft, {{ready}} von {{replicas}} Pods sind bereit',
  ComponentCrossplaneNotReady:
    'Läuft nicht: {{ready}} von {{replicas}} Pods sind bereit. Claims warten, bis es läuft.',
  ComponentCrossplaneServed:
    'Installiert. Das Deployment ist nicht zu sehen, weil es anderswo läuft oder Sie Deployments nicht auflisten dürfen.',
  ComponentPackageHealthy: 'Installiert und gesund',
  ComponentPaused:
    'Angehalten durch die Annotation crossplane.io/paused: Crossplane gleicht es nicht ab.',
  ComponentXrdServed: 'Ihre API wird angeboten.',
  ComponentCompositionComplete: 'Alle Functions, die sie aufruft, laufen.',
  ManagedResourcesForbidden: 'Sie dürfen {{resource}} nicht auflisten.',
  ManagedResourcesNotServed: '{{resource}} wird nicht angeboten.',
  UpdateNone: 'Die neueste Version ist installiert.',
  UpdateAvailable: 'Version {{version}} ist verfügbar.',
  UpdateWithoutVersion:
    'Nicht bekannt: Das Package ist mit einem Digest oder ohne Version installiert.',
  UpdateRegistryNotAllowed:
    'Nicht bekannt: Das Portal darf {{registry}} nicht fragen. Um es zu erlauben, nehmen Sie diese Registry in klutch.controlPlane.packageRegistries auf.',
  UpdateRegistryUnknown:
    'Nicht bekannt: Das Package nennt keine Registry, deshalb entscheidet die Einstellung von Crossplane.',
  UpdateTokenServerNotAllowed:
    'Nicht bekannt: {{registry}} gibt anonyme Tokens bei {{host}} aus. Um es zu erlauben, nehmen Sie {{host}} in klutch.controlPlane.packageRegistries auf.',
  UpdateRegistryPrivate:
    'Nicht bekannt: {{registry}} zeigt die Versionen nicht ohne Zugangsdaten.',
  UpdateRegistryFailed:
    'Nicht bekannt: {{registry}} antwortet nicht ({{error}}).',
};
