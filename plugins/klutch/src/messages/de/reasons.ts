/** What the portal says about states and failures, in German. */
import type { reasonMessages as english } from '@klutch/backstage-plugin-klutch-common';
import type { Translated } from '../translate';
import { controlPlaneReasons } from './controlPlaneReasons';
import { kubeconfigReasons } from './kubeconfigReasons';
import { setUpReasons } from './setUpReasons';

export const reasonMessages: Translated<typeof english> = {
  ClusterConnecting: 'Das Portal verbindet sich mit {{cluster}}.',
  ClusterUnreachable:
    '{{cluster}} ist nicht erreichbar. Das Portal versucht weiter, sich zu verbinden.',
  ClusterUnauthorized:
    '{{cluster}} nimmt die Zugangsdaten des Portals nicht an, oder Ihre eigenen, wo das Portal diese sendet. Melden Sie sich neu an; hilft das nicht, muss ein Plattform-Operator die des Portals ersetzen.',
  ClusterForbidden:
    'Das Portal darf {{resource}} auf {{cluster}} nicht lesen. Ein Plattform-Operator muss dort die Rollen des Portals anwenden.',
  ClusterError:
    '{{cluster}} antwortet mit Fehlern ({{error}}). Das Portal versucht weiter, sich zu verbinden.',
  AppClustersUnknown:
    'Das Portal hat seine App-Cluster noch nicht gelesen, weil die Control Plane nicht erreichbar ist. Das Portal versucht weiter, sich zu verbinden.',
  AppClusterNotFound:
    'Es gibt keinen App-Cluster „{{cluster}}“. Wählen Sie einen registrierten.',
  KubeconfigMissing:
    'Das Portal hat keinen Kubeconfig von {{cluster}} und sieht nur, was dessen Konnector meldet. Verwenden Sie kubectl auf dem App-Cluster; Claims werden weiter synchronisiert.',
  KubeconfigUnusable:
    'Der Kubeconfig von {{cluster}} ist nicht verwendbar. {{error}} Ein Plattform-Operator kann ihn unter Data Platform → App-Cluster ersetzen.',
  KonnectorNotStarted:
    'Der Konnector dieses App-Clusters hat sich noch nicht gemeldet. Bitten Sie einen Plattform-Operator, ihn zu starten.',
  KonnectorLost:
    'Letzte Meldung vom Konnector dieses App-Clusters: {{at}}. Bitten Sie einen Plattform-Operator, zu prüfen, ob der Konnector läuft.',
  KonnectorHealthy: 'Alles in Ordnung',
  KonnectorNotBound: 'Noch an nichts gebunden',
  KonnectorAwaited: 'Wartet auf die erste Meldung des Konnectors',
  KonnectorSilent: 'Konnector verloren: letzte Meldung {{at}}',
  KonnectorOutdated:
    'Der Konnector meldet sich ohne Intervall. Aktualisieren Sie den Konnector.',
  BindingNotReported: 'Der Konnector hat sich noch nicht gemeldet.',
  BindingNotReady:
    'Der Konnector kann diese API nicht abgleichen. Das Plattform-Team kann das beheben. Er meldet: {{error}}',
  ClaimsForbidden:
    'Das Portal darf {{resource}} auf {{cluster}} nicht auflisten. Binden Sie die API auf dieser Seite noch einmal; das gibt ihm das Recht.',
  WaitingForKonnector: 'Wartet auf den Konnector',
  WaitingForControlPlane: 'Wartet auf die Control Plane',
  WaitingForService: 'Wartet auf den Service',
  InstanceIsDeleted: 'Instanz gelöscht',
  KonnectorIdle:
    'Der Konnector dieses App-Clusters läuft, hat diesen Claim aber nicht aufgenommen. Bitten Sie einen Plattform-Operator, die Bindung dieser API zu prüfen.',
  CrossplaneIdle:
    'Die Control Plane hat den Claim, stellt ihn aber noch nicht bereit. Bitten Sie einen Plattform-Operator, Crossplane auf der Control Plane zu prüfen.',
  ProviderIdle:
    'Die Control Plane hat die Managed Resource angelegt, aber deren Provider hat sich nicht gemeldet. Bitten Sie einen Plattform-Operator, den Provider zu prüfen.',
  ProviderFailed:
    'Der Service ist ohne Angabe eines Grundes fehlgeschlagen. Bitten Sie einen Plattform-Operator, den Provider zu prüfen.',
  InstanceDeleted:
    'Die Instanz {{instance}} wurde mit ihren Daten gelöscht, daher gelten diese Zugangsdaten nicht mehr. Löschen Sie dieses Service-Binding.',
  OrderChecked: 'Die Bestellung wird geprüft.',
  OrderStored: 'Die Bestellung wird auf dem App-Cluster gespeichert.',
  KonnectorApplies:
    'Der Konnector wendet die Bestellung auf der Control Plane an.',
  CrossplaneComposes:
    'Die Control Plane stellt die Ressourcen des Service zusammen.',
  ProviderWorks: 'Der Provider arbeitet.',
  FinalizerRemoved:
    'Der Konnector entfernt seinen Finalizer vom Objekt auf dem App-Cluster.',
  DeletionsPaused:
    'Der Konnector hat Löschungen dieser API angehalten, weil es in kurzer Zeit ungewöhnlich viele waren. Bitten Sie einen Plattform-Operator, sie zu genehmigen: auf der Seite des App-Clusters unter Datenplattform.',
  CopyRemoved: 'Die Control Plane entfernt die Kopie beim Provider.',
  ServiceRemoved: 'Der Provider entfernt den Service.',
  CopyUnknown:
    'Das Portal weiß noch nicht, wo dieser Claim auf der Control Plane ist. Versuchen Sie es gleich noch einmal.',
  CopyMissing:
    'Die Control Plane hat diesen Claim nicht: Der Konnector hat dort noch keine Kopie angelegt.',
  AppClusterNotRegistered:
    'Der App-Cluster ist an die Control Plane gebunden, aber nicht im Portal registriert. Darum ist seine Seite hier nicht sichtbar.',
  ClaimMissing:
    '{{cluster}} hat den Claim nicht mehr, aber die Control Plane hat noch seine Kopie.',
  FinalizersPresent:
    'Das Objekt wird gelöscht und wartet auf seine Finalizer: {{finalizers}}.',
  TraceNeedsPermissions:
    'Claims aller Mandanten lassen sich nicht verfolgen, weil kein Cluster das begrenzt und dieses Backstage keine Berechtigungen hat. Ein Operator schaltet es mit permission.enabled: true und einer Permission Policy ein.',
  TraceTextUnusable:
    'Das benennt keinen Claim. Schreiben Sie App-Cluster, Namespace, Kind und Name, fügen Sie die Adresse seiner Seite ein, oder schreiben Sie Kind und Name eines Objekts auf der Control Plane.',
  PermissionMissing:
    'Dazu fehlt Ihnen die Berechtigung {{permission}}. Bitten Sie einen Plattform-Operator darum.',
  UserRequired:
    'Das kann nur ein angemeldeter Benutzer tun, weil die Cluster jeden Benutzer einzeln berechtigen. Rufen Sie mit dem Token eines Benutzers auf.',
  Forbidden:
    'Dazu fehlt Ihnen auf {{cluster}} das Recht. Bitten Sie einen Operator dieses Clusters darum; Ihr Benutzername dort ist {{user}}.',
  ImpersonationForbidden:
    'Das Portal darf auf {{cluster}} nicht als {{user}} handeln. Bitten Sie einen Plattform-Operator, dort die Rollen des Portals für Sie und Ihre Gruppen anzuwenden.',
  PortalForbidden:
    'Dazu fehlt dem Portal auf {{cluster}} das Recht. Bitten Sie einen Plattform-Operator, dort die Rollen des Portals anzuwenden.',
  DeletionProtected:
    'Das Objekt ist vor dem Löschen geschützt. Heben Sie zuerst den Schutz auf: im Portal oder mit kubectl über das Label {{label}}.',
  RestoreForbidden:
    'Eine Wiederherstellung gibt die Daten des Backups heraus. Dazu brauchen Sie im Namespace das Recht, Zugangsdaten zu lesen: das Verb get für Secrets. Bitten Sie einen Operator dieses Clusters darum; Ihr Benutzername dort ist {{user}}.',
  PolicyRefused:
    '{{cluster}} lehnt das ab: {{refusal}} Ihr Benutzername dort ist {{user}}.',
  PortalRefused: '{{cluster}} lehnt das für das Portal ab: {{refusal}}',
  NamespaceNotFound:
    'Den Namespace {{namespace}} gibt es auf {{cluster}} nicht. Wählen Sie einen anderen.',
  ApiNotServed:
    '{{cluster}} hat diese API nicht mehr. Fragen Sie einen Plattform-Operator, ob die API dort noch gebunden ist.',
  ObjectNotFound: '{{object}} gibt es auf {{cluster}} nicht.',
  NameTaken:
    '{{object}} gibt es auf {{cluster}} schon. Wählen Sie einen anderen Namen.',
  ObjectRejected:
    '{{cluster}} lehnt {{object}} ab. Korrigieren Sie die unten genannten Felder.',
  FieldsUnknown:
    '{{cluster}} kennt nicht alle Felder von {{object}}. Prüfen Sie die Schreibweise der unten genannten Felder.',
  ObjectUnreadable: '{{cluster}} kann {{object}} nicht lesen: {{error}}',
  ObjectChanged:
    '{{object}} wurde auf {{cluster}} inzwischen geändert. Laden Sie neu und wiederholen Sie die Aktion.',
  RequestFailed:
    '{{cluster}} konnte die Anfrage nicht bearbeiten ({{error}}). Versuchen Sie es gleich noch einmal.',
  RequestLost:
    '{{cluster}} ist gerade nicht erreichbar. Vielleicht ist die Anfrage angekommen, vielleicht nicht; prüfen Sie das Ergebnis, sobald das Portal wieder verbunden ist.',
  ServiceNotOffered:
    'Der Service „{{service}}“ wird hier nicht angeboten. Wählen Sie einen, der unter „Services“ steht.',
  ServiceNotBound:
    '{{service}} ist nicht an {{cluster}} gebunden. Ein Plattform-Operator kann die Bindung unter Data Platform → App-Cluster anlegen.',
  ServiceBoundAlready:
    '{{service}} ist schon an {{cluster}} gebunden. Sie können dort bestellen.',
  ClaimNotFound:
    '{{object}} gibt es im Namespace {{namespace}} auf {{cluster}} nicht. Möglicherweise wurde das Objekt gelöscht.',
  ClaimGone: '{{object}} gibt es auf {{cluster}} nicht mehr.',
  BackupGone:
    'Das Backup „{{backup}}“ gibt es auf {{cluster}} nicht, oder es wird gerade gelöscht, daher lässt es sich nicht wiederherstellen.',
  ClaimChanged:
    '{{object}} wurde von jemand anderem geändert. Sehen Sie die jetzigen Einstellungen an und ändern Sie sie dann erneut.',
  NotChangeable:
    'Nur Instanzen lassen sich ändern. Löschen Sie {{name}} und erstellen Sie ein neues Objekt.',
  GenerationMissing:
    'Die Änderung sagt nicht, von welchem Stand der Einstellungen sie ausgeht. Es wurde nichts geändert.',
  NotConfirmed:
    'Der eingegebene Name ist nicht „{{name}}“. Es wurde nichts gelöscht.',
  NameInvalid:
    'Ein Name ist in Kubernetes nicht gültig. Korrigieren Sie die unten genannten Felder.',
  OwnerRefused: 'Sie können {{owner}} nicht zum Eigentümer machen.',
  ComponentInvalid: '{{component}} ist keine Komponente.',
  SystemInvalid: '{{system}} ist kein System.',
  ScheduleInvalid: 'Der Zeitplan ist nicht gültig. Es wurde nichts geändert.',
  BackupsUnavailable:
    'Backups von {{service}} sind auf {{cluster}} nicht verfügbar. Es wurde nichts geändert.',
  SchedulingForbidden:
    'Sie dürfen im Namespace {{namespace}} auf {{cluster}} keine Backups bestellen und sie daher auch nicht planen. Bitten Sie einen Operator von {{cluster}} um das Recht, {{resource}} anzulegen.',
  RetentionForbidden:
    'Sie dürfen im Namespace {{namespace}} auf {{cluster}} keine Backups löschen und daher nur Backups planen, die alle behalten werden. Bitten Sie einen Operator von {{cluster}} um das Recht, {{resource}} zu löschen.',
  NoCredentials:
    '{{service}} hat keine eigenen Zugangsdaten. Bestellen Sie dafür ein Service-Binding und zeigen Sie dessen Zugangsdaten an.',
  CredentialsNotYet:
    'Die Zugangsdaten sind noch nicht auf dem App-Cluster angekommen. Sie kommen wenige Sekunden, nachdem das Service-Binding bereit ist.',
  AppClusterIdTaken:
    'Ein App-Cluster mit der ID „{{id}}“ ist schon registriert. Wählen Sie eine andere ID.',
  AppClusterIdUsedBefore:
    'Die ID „{{id}}“ wurde schon einmal verwendet: Der Namespace {{namespace}} auf der Control Plane hat noch die Rechte und Daten jenes App-Clusters. Wählen Sie eine andere ID, oder entfernen Sie ihn mit „klutch-binding-backend offboard {{namespace}}“.',
  AppClusterIsConnected:
    '{{cluster}} ist schon verbunden. Falls jemand anders den Join-Befehl haben könnte, widerrufen Sie die Token; zum Entfernen löschen Sie dort die Bindungen und dann hier den App-Cluster.',
  JoinCommandMissing:
    'Der App-Cluster „{{cluster}}“ hat keinen Join-Befehl. Wählen Sie einen registrierten.',
  JoinCommandNotNeeded:
    'Das Portal hat einen Kubeconfig von {{cluster}}. Binden Sie die API dort: Ein Join-Befehl ist nicht nötig.',
  JoinCommandWasUsed:
    'Es wurde nichts geändert: {{cluster}} hat schon Daten auf der Control Plane, also wurde der Join-Befehl verwendet. Entfernen Sie stattdessen den App-Cluster; dabei sehen Sie, was gelöscht würde.',
  JoinTokenWaiting:
    'Führen Sie den Join-Befehl dort aus, wo kubectl Administrator von {{cluster}} ist.',
  JoinTokenPickedUp:
    'Der Join-Befehl wurde ausgeführt. Wenn sich der Konnector von {{cluster}} nicht in einigen Minuten meldet, prüfen Sie auf dem App-Cluster, ob der Befehl erfolgreich war, der Konnector läuft und die Uhr richtig geht.',
  JoinTokenArrived:
    'Der Join-Befehl wurde ausgeführt. Der Konnector von {{cluster}} installiert die APIs.',
  JoinTokenReady: '{{cluster}} ist verbunden, und die APIs sind bereit.',
  JoinTokenExpired:
    'Das Join-Token ist abgelaufen, oder der Befehl ist fehlgeschlagen. Erstellen Sie einen anderen Join-Befehl, oder verwerfen Sie diesen.',
  FurtherJoinTokenExpired:
    'Das Join-Token ist abgelaufen, oder der Befehl ist fehlgeschlagen. Erstellen Sie einen anderen Join-Befehl.',
  OffboardingNotConfirmed:
    'Es wurde nichts geändert. Um {{cluster}} zu entfernen, bestätigen Sie mit dem Namen {{cluster}}.',
  OffboardingRegistrationOnly:
    'Auf der Control Plane gehört nichts zu {{cluster}}; nur die Registrierung würde gelöscht.',
  NothingBound:
    'Auf {{cluster}} ist keine API gebunden. Binden Sie zuerst eine.',
  ApiNotBound: '{{resource}} ist auf {{cluster}} nicht gebunden.',
  ServiceRequestChanged:
    'Jemand anderes hat diese Anfrage inzwischen beantwortet oder zurückgezogen; nichts wurde geändert.',
  DeletionsWaitOtherwise:
    'Jetzt warten {{waiting}} Löschungen von {{resource}} auf {{cluster}}. Sehen Sie sie noch einmal an, bevor Sie genehmigen.',
  NoDeletionsWait:
    'Es wurde nichts freigegeben, denn auf {{cluster}} warten keine Löschungen von {{resource}} auf Freigabe.',
  UnbindingNotConfirmed:
    'Es wurde nichts geändert. Um {{resource}} von {{cluster}} zu lösen, bestätigen Sie mit dem Namen {{cluster}}.',
  KubeconfigHostUnknown: 'Den Host {{host}} gibt es nicht.',
  KubeconfigNoResponse: '{{cluster}} antwortet nicht.',
  KubeconfigCredentialsRejected: '{{cluster}} lehnt diese Zugangsdaten ab.',
  KubeconfigRightsMissing:
    'Dem Benutzer des Kubeconfigs fehlen Rechte, die das Portal auf {{cluster}} braucht. Wenden Sie dort die Rollen des Portals an und versuchen Sie es noch einmal.',
  KubeconfigOfOtherCluster:
    'Dieser Kubeconfig verbindet mit einem anderen Cluster als dem, dessen Konnector sich als {{cluster}} meldet.',
  ApiNotOfferable:
    'Die Control Plane hat keine API „{{resource}}“, die angeboten werden kann. Wählen Sie eine aus der Liste.',
  OfferedAlready: '{{service}} wird schon angeboten.',
  OfferNeedsPolicy:
    'Es wurde nichts geändert. Dafür fehlt die Admission-Policy für App-Cluster: {{error}}',
  TemplateInvalid: 'So kann die Control Plane die API nicht anbieten.',
  TemplateGone:
    'Das Export-Template „{{template}}“ gibt es nicht mehr. Vielleicht hat ein anderer Plattform-Operator es zurückgezogen.',
  TemplateWithoutApi:
    'Die Control Plane hat keine API dieses Namens mit Namespaces. Installieren Sie die API, oder ziehen Sie das Template zurück.',
  PermissionClaimUnknown:
    'Das Export-Template hat keinen solchen Permission-Claim auf {{resource}} mit dem Eigentümer {{owner}}. Laden Sie es neu und wählen Sie aus dessen Permission-Claims.',
  PermissionClaimOfAnyOwnerUnknown:
    'Das Export-Template hat keinen solchen Permission-Claim auf {{resource}} beliebiger Eigentümer. Laden Sie es neu und wählen Sie aus dessen Permission-Claims.',
  BindingInvalidInput: 'Die Angaben sind nicht gültig: {{error}}',
  BindingNotOffered: 'Das wird Ihnen nicht angeboten: {{error}}',
  BindingNotBound: 'Das ist nicht gebunden: {{error}}',
  BindingNotYet: 'Das ist noch nicht möglich: {{error}}',
  BindingNotAllowed: 'Das dürfen Sie nicht: {{error}}',
  BindingConflict: 'Das steht im Widerspruch zum jetzigen Stand: {{error}}',
  BindingFailed: 'Das ist fehlgeschlagen: {{error}}',
  BindingTimeout: 'Das hat zu lange gedauert: {{error}}',
  BindingMisconfigured: 'Die Konfiguration ist nicht richtig: {{error}}',
  InternalError:
    'Im Portal ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; wenn der Fehler bleibt, bitten Sie einen Plattform-Operator, das Log des Portals zu prüfen.',
  RequestInvalid:
    'Die Anfrage passt nicht zum REST-Dokument des Portals: {{error}}.',
  BodyNotJson: 'Der Inhalt der Anfrage ist kein JSON.',
  BodyTooLarge: 'Der Inhalt der Anfrage ist zu groß.',
  CursorInvalid:
    'Der Cursor ist nicht gültig. Beginnen Sie wieder bei der ersten Seite.',
  NameIsTaken: 'Diesen Namen gibt es schon.',
  NamespaceIsMissing: 'Diesen Namespace gibt es nicht.',
  ValueNotSupported:
    '{{value}} wird nicht unterstützt. Möglich sind: {{values}}.',
  PlanLimit:
    'darf bei diesem Plan höchstens {{limit}} sein; verringern Sie den Wert oder wählen Sie einen größeren Plan',
  ServiceIsFixed:
    'der Service lässt sich nicht ändern; erstellen Sie eine neue Instanz, und übertragen Sie die Daten',
  PlanIsFixed:
    'der Plan lässt sich nicht ändern; erstellen Sie eine neue Instanz',
  PlanCannotShrink: 'der Plan kann nicht kleiner werden',
  PlanTopologyIsFixed: 'der Plan kann nicht von {{from}} zu {{to}} wechseln',
  PlanFlavourIsFixed: 'der Plan kann {{flavour}} weder gewinnen noch verlieren',
  BindingFieldIsFixed:
    '{{field}} lässt sich nicht ändern; erstellen Sie ein neues Service-Binding',
  BackupFieldIsFixed:
    '{{field}} lässt sich nicht ändern; erstellen Sie ein neues Backup',
  RestoreFieldIsFixed:
    '{{field}} lässt sich nicht ändern; erstellen Sie eine neue Wiederherstellung',
  CompositionIsFixed:
    'compositionRef lässt sich nicht ändern, denn die Daten blieben zurück; erstellen Sie eine neue Instanz',
  CompositionUnknown:
    'compositionRef.name muss eines von diesen sein: {{compositions}}',
  CompositionServices: 'Services von {{composition}}: {{services}}',
  CompositionPlans: 'Pläne von {{composition}}: {{plans}}',
  CompositionPlansWith:
    'Pläne von {{composition}}: {{plans}}, jeweils auch mit {{endings}}',
  CompositionServesOnly: '{{composition}} gibt es nur für {{service}}',
  CompositionNeeds: '{{composition}} braucht instanceRef',
  ParameterOfReplicaPlans:
    '{{parameter}} ist nur ein Parameter von Plänen mit Replikaten',
  ParameterOfComposition:
    '{{parameter}} ist nur ein Parameter von {{composition}}',
  PlansOfVersion: 'Pläne mit {{flavour}} gibt es nur für {{version}}',
  PlanOfVersion: '{{version}} braucht einen Plan mit {{flavour}}',
  ValueBetween: 'muss zwischen {{least}} und {{most}} liegen',
  ValuePositive: 'muss größer als 0 sein',
  ValuePositiveOrNone: 'muss -1 oder größer als 0 sein',
  ValueOffOrNotNegative: 'muss off oder mindestens 0 sein',
  NameRule:
    'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche, mit einem Buchstaben oder einer Ziffer am Anfang und am Ende.',
  NameToType: 'Geben Sie {{name}} ein.',
  OwnerRule: 'Wählen Sie sich selbst oder eine Ihrer Gruppen.',
  SystemRule:
    'Geben Sie die Entity-Referenz eines Systems an, zum Beispiel system:default/data-services.',
  ComponentRule:
    'Geben Sie die Entity-Referenz einer Komponente an, zum Beispiel component:default/shop.',
  CronRule:
    'Geben Sie fünf Felder an: Minute (0 bis 59), Stunde (0 bis 23), Tag (1 bis 31), Monat (1 bis 12) und Wochentag (0 bis 7), etwa 0 3 * * * für jeden Tag um 3:00 UTC.',
  GenerationRule:
    'Geben Sie die Generation des Claims an, den Sie gelesen haben.',
  CursorRule: 'Verwenden Sie den nextCursor der Seite davor.',
  FieldRequired: 'Dieses Feld ist nötig.',
  FieldUnknown: 'Dieses Feld gibt es nicht.',
  FieldTooLong: 'Verwenden Sie höchstens {{limit}} Zeichen.',
  FieldTooShort: 'Verwenden Sie mindestens {{limit}} Zeichen.',
  FieldPattern: 'Der Wert muss {{pattern}} entsprechen.',
  IdIsTaken: 'Diese ID gibt es schon.',
  IdWasUsed: 'Diese ID wurde schon einmal verwendet.',
  ApiIsMissing: 'Diese API gibt es nicht.',
  ApiIsOffered: 'Diese API wird schon angeboten.',
  AudienceNameInvalid: 'Geben Sie je Eintrag einen Namen an, ohne Kommas.',
  AudienceIssuerUnknown:
    'Bei {{issuer}} meldet sich niemand an. Wählen Sie aus {{issuers}}.',
  AudienceNeedsIssuer:
    'Benutzer melden sich bei mehreren Issuern an, {{name}} trifft daher niemanden. Schreiben Sie <issuer>#{{name}}.',
  ClaimNeverSynced:
    'Kein Konnector synchronisiert {{resource}}, denn wer diese Objekte schreibt, ist so mächtig wie ein Cluster-Administrator. Entfernen Sie den Claim.',
  PermissionClaimIsUnknown:
    'Kein solcher Permission-Claim auf {{resource}} mit dem Eigentümer {{owner}}.',
  PermissionClaimOfAnyOwnerIsUnknown:
    'Kein solcher Permission-Claim auf {{resource}} beliebiger Eigentümer.',
  KubeconfigServerUnresolved:
    'Der Server {{host}} lässt sich nicht auflösen. Prüfen Sie die Adresse.',
  KubeconfigServerSilent:
    'Unter {{server}} antwortet kein Kubernetes-API-Server. Prüfen Sie die Adresse, die Zertifizierungsstelle und die Firewall.',
  KubeconfigCredentialsInvalid:
    'Das Token oder Client-Zertifikat wird nicht angenommen. Erneuern Sie es.',
  KubeconfigMayNotList: 'Der Benutzer darf {{resource}} nicht auflisten.',
  KubeconfigMayNotActAs: 'Der Benutzer darf nicht als {{user}} handeln.',
  KubeconfigMayNotSetExtra:
    'Der Benutzer darf das Zusatzfeld {{field}} nicht setzen, wenn er als {{user}} handelt.',
  KubeconfigWithoutBinding:
    'Auf jenem Cluster verwendet keine Bindung den Cluster-Namespace {{namespace}}. Wählen Sie einen Kubeconfig von {{cluster}}.',
  ...controlPlaneReasons,
  ...kubeconfigReasons,
  ...setUpReasons,
};
