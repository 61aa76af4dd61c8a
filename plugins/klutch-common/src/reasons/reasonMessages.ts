import { controlPlaneMessages } from './controlPlaneMessages';
import { kubeconfigMessages } from './kubeconfigMessages';
import { setUpMessages } from './setUpMessages';

/**
 * What the portal says about states and failures, in English, by a machine-readable reason as in Kubernetes' conditions.
 * The portal's pages translate the reason; other clients show the message. Placeholders are written as in translations.
 *
 * @public
 */
export const reasonMessages = {
  // Connections to clusters
  ClusterConnecting: 'The portal is connecting to {{cluster}}.',
  ClusterUnreachable:
    '{{cluster}} is unreachable. The portal keeps trying to connect.',
  ClusterUnauthorized:
    "{{cluster}} does not accept the portal's credentials, or your own where the portal sends these. Sign in again; if that does not help, a platform operator has to replace the portal's.",
  ClusterForbidden:
    "The portal may not read {{resource}} on {{cluster}}. A platform operator has to apply the portal's roles on that cluster.",
  ClusterError:
    '{{cluster}} responds with errors ({{error}}). The portal keeps trying to connect.',
  AppClustersUnknown:
    'The portal has not read its app clusters yet, because the control plane is unreachable. The portal keeps trying to connect.',
  AppClusterNotFound:
    'There is no app cluster "{{cluster}}". Choose a registered one.',

  KubeconfigMissing:
    'The portal has no kubeconfig of {{cluster}}, and sees only what its konnector reports. Use kubectl on the app cluster; claims are still synchronized.',
  KubeconfigUnusable:
    'The kubeconfig of {{cluster}} cannot be used. {{error}} A platform operator can replace it under Data platform, App clusters.',

  // Konnectors
  KonnectorNotStarted:
    'The konnector of this app cluster has not reported yet. Ask a platform operator to start it.',
  KonnectorLost:
    'Last report of the konnector of this app cluster: {{at}}. Ask a platform operator to check whether the konnector runs.',
  KonnectorHealthy: 'Healthy',
  KonnectorNotBound: 'Not bound to anything yet',
  KonnectorAwaited: 'Waiting for the konnector to report',
  KonnectorSilent: 'Konnector lost: last report {{at}}',
  KonnectorOutdated:
    'The konnector reports without an interval. Update the konnector.',
  BindingNotReported: 'The konnector has not reported yet.',
  BindingNotReady:
    'The konnector cannot sync this API. A platform operator can mend that. It says: {{error}}',
  ClaimsForbidden:
    'The portal may not list {{resource}} on {{cluster}}. Bind the API again on this page, which grants the right.',

  // States of claims
  WaitingForKonnector: 'Waiting for konnector',
  WaitingForControlPlane: 'Waiting for control plane',
  WaitingForService: 'Waiting for service',
  InstanceIsDeleted: 'Instance deleted',
  // Causes of states
  KonnectorIdle:
    'The konnector of this app cluster is running, but has not picked this claim up. Ask a platform operator to check the binding of this API.',
  CrossplaneIdle:
    'The control plane has the claim but has not started to provision it. Ask a platform operator to check Crossplane on the control plane.',
  ProviderIdle:
    'The control plane has created the managed resource, but its provider has not reported. Ask a platform operator to check the provider.',
  ProviderFailed:
    'The service failed without a reason. Ask a platform operator to check the provider.',
  InstanceDeleted:
    'The service instance {{instance}} was deleted with its data, so these credentials no longer work. Delete this service binding.',

  // Steps on the way of a claim
  OrderChecked: 'The order is being checked.',
  OrderStored: 'The order is being stored on the app cluster.',
  KonnectorApplies: 'The konnector applies the order to the control plane.',
  CrossplaneComposes:
    'The control plane composes the resources of the service.',
  ProviderWorks: 'The provider is working.',
  FinalizerRemoved:
    'The konnector removes its finalizer from the object on the app cluster.',
  DeletionsPaused:
    'The konnector has paused deletions of this API, because there were unusually many within a short time. Ask a platform operator to approve them: on the page of the app cluster, under Data platform.',
  CopyRemoved: 'The control plane removes the provider copy.',
  ServiceRemoved: 'The provider removes the service.',
  CopyUnknown:
    'The portal does not know yet where this claim is on the control plane. Try again in a moment.',
  CopyMissing:
    'The control plane does not have this claim: the konnector has not created its copy there.',

  // Traces for support
  AppClusterNotRegistered:
    'The app cluster is bound to the control plane but not registered in the portal, so its side is not visible here.',
  ClaimMissing:
    '{{cluster}} no longer has the claim, but the control plane still has its copy.',
  FinalizersPresent:
    'The object is being deleted, and waits for its finalizers: {{finalizers}}.',
  TraceNeedsPermissions:
    'Traces of all tenants are off, because no cluster limits them and this Backstage has no permissions. A platform operator turns them on by permission.enabled: true, with a permission policy.',
  TraceTextUnusable:
    'This names no claim. Write its app cluster, namespace, kind and name, paste the address of its page, or write kind and name of an object on the control plane.',

  // Permissions
  PermissionMissing:
    'You may not {{action}}. Ask a platform operator for the permission {{permission}}.',
  UserRequired:
    'Only a signed-in user can do this, because the clusters authorize each user. Call with the token of a user.',
  Forbidden:
    'You may not {{action}}. Ask an operator of {{cluster}} for the right; your user name there is {{user}}.',
  ImpersonationForbidden:
    "The portal may not act as {{user}} on {{cluster}}. Ask a platform operator to apply the portal's roles there for you and your groups.",
  PortalForbidden:
    "The portal may not {{action}} on {{cluster}}. Ask a platform operator to apply the portal's roles there.",

  // Policies of clusters
  DeletionProtected:
    'You may not {{action}}. It is protected from deletion. Remove the protection first: in the portal, or as the label {{label}} with kubectl.',
  RestoreForbidden:
    'You may not {{action}}. A restore hands over the data of its backup, so it needs the right to read the credentials in its namespace: the verb get on Secrets. Ask an operator of this cluster for that right. Your user name there is {{user}}.',
  PolicyRefused:
    'You may not {{action}}. {{cluster}} says: {{refusal}} Your user name there is {{user}}.',
  PortalRefused: 'The portal may not {{action}}. {{cluster}} says: {{refusal}}',

  // Responses of clusters
  NamespaceNotFound:
    'The namespace {{namespace}} does not exist on {{cluster}}. Choose another one.',
  ApiNotServed:
    '{{cluster}} no longer serves this API. Ask a platform operator whether the API is still bound there.',
  ObjectNotFound: '{{object}} does not exist on {{cluster}}.',
  NameTaken: '{{object}} exists already on {{cluster}}. Choose another name.',
  ObjectRejected:
    '{{cluster}} rejects {{object}}. Correct the fields named below.',
  FieldsUnknown:
    '{{cluster}} does not have all fields of {{object}}. Check the spelling of the fields named below.',
  ObjectUnreadable: '{{cluster}} cannot read {{object}}: {{error}}',
  ObjectChanged:
    '{{object}} changed on {{cluster}} in the meantime. Reload it, then repeat the action.',
  RequestFailed:
    '{{cluster}} could not process the request ({{error}}). Try again in a moment.',
  RequestLost:
    '{{cluster}} is unreachable now. The request may or may not have arrived; check the result when the portal has reconnected.',

  // Requests about services and claims
  ServiceNotOffered:
    'The service "{{service}}" is not offered here. Choose one that is listed under Services.',
  ServiceNotBound:
    '{{service}} is not bound on {{cluster}}. A platform operator can bind it under Data platform, App clusters.',
  ServiceBoundAlready:
    '{{service}} is bound on {{cluster}} already. You can order it there.',
  ClaimNotFound:
    '{{object}} does not exist in namespace {{namespace}} on {{cluster}}. It may have been deleted.',
  ClaimGone: '{{object}} no longer exists on {{cluster}}.',
  BackupGone:
    'The backup "{{backup}}" does not exist on {{cluster}}, or is being deleted, so it cannot be restored.',
  ClaimChanged:
    '{{object}} was changed by somebody else. Look at the present settings, then change them again.',
  NotChangeable:
    'Only service instances can be changed. Delete {{name}} and create another one.',
  GenerationMissing:
    'The change does not say from which version of the settings it was made. Nothing was changed.',
  NotConfirmed: 'The typed name is not "{{name}}". Nothing was deleted.',
  NameInvalid:
    'A name is not valid in Kubernetes. Correct the fields named below.',
  OwnerRefused: 'You cannot make {{owner}} the owner.',
  ComponentInvalid: '{{component}} is no component.',
  SystemInvalid: '{{system}} is no system.',
  ScheduleInvalid: 'The schedule is not valid. Nothing was changed.',
  BackupsUnavailable:
    'Backups of {{service}} are not available on {{cluster}}. Nothing was changed.',
  SchedulingForbidden:
    'You may not order backups in namespace {{namespace}} on {{cluster}}, so you may not schedule them either. Ask an operator of {{cluster}} for the right to create {{resource}}.',
  RetentionForbidden:
    'You may not delete backups in namespace {{namespace}} on {{cluster}}, so you may only schedule backups that are all kept. Ask an operator of {{cluster}} for the right to delete {{resource}}.',
  NoCredentials:
    '{{service}} has no credentials of its own. Order a service binding for it, and reveal the credentials of that service binding.',
  CredentialsNotYet:
    'The credentials have not arrived on the app cluster yet. Credentials arrive a few seconds after the service binding is ready.',

  // App clusters
  AppClusterIdTaken:
    'An app cluster with the id "{{id}}" is registered already. Choose another id.',
  AppClusterIdUsedBefore:
    'The id "{{id}}" was used before: namespace {{namespace}} on the control plane still holds the rights and data of that app cluster. Choose another id, or offboard it with "klutch-binding-backend offboard {{namespace}}".',
  AppClusterIsConnected:
    '{{cluster}} is connected already. If another person may have its join command, revoke its tokens; to remove it, delete its bindings there and offboard it.',
  JoinCommandMissing:
    'The app cluster "{{cluster}}" has no join command. Choose a registered one.',
  JoinCommandNotNeeded:
    'The portal has a kubeconfig of {{cluster}}. Bind the API there: no join command is needed.',
  JoinCommandWasUsed:
    'Nothing was changed: {{cluster}} has data on the control plane already, so its join command was used. Offboard it instead; offboarding shows what would be deleted.',
  JoinTokenWaiting:
    'Run the join command where kubectl is an administrator of {{cluster}}.',
  JoinTokenPickedUp:
    'The join command was run. If the konnector of {{cluster}} does not report within some minutes, check on the app cluster whether the command succeeded, the konnector runs, and the clock is right.',
  JoinTokenArrived:
    'The join command was run. The konnector of {{cluster}} is installing the APIs.',
  JoinTokenReady: '{{cluster}} is connected, and its APIs are ready.',
  JoinTokenExpired:
    'The join token expired, or the command failed. Create another join command, or cancel this one.',
  FurtherJoinTokenExpired:
    'The join token expired, or the command failed. Create another join command.',
  OffboardingNotConfirmed:
    'Nothing was changed. To offboard {{cluster}}, confirm with its name {{cluster}}.',
  OffboardingRegistrationOnly:
    'Nothing on the control plane belongs to {{cluster}}; only its registration would be deleted.',
  NothingBound: 'No API is bound on {{cluster}}. Bind one first.',
  ApiNotBound: '{{resource}} is not bound on {{cluster}}.',
  ServiceRequestChanged:
    'Somebody else has answered or withdrawn this request meanwhile, so nothing was changed.',
  DeletionsWaitOtherwise:
    'Now {{waiting}} deletions of {{resource}} wait on {{cluster}}. Look at them again before you approve.',
  NoDeletionsWait:
    'Nothing was approved, because no deletions of {{resource}} on {{cluster}} wait for approval.',
  UnbindingNotConfirmed:
    'Nothing was changed. To unbind {{resource}} from {{cluster}}, confirm with the name {{cluster}}.',

  // Uploaded kubeconfigs
  KubeconfigHostUnknown: 'The host {{host}} does not exist.',
  KubeconfigNoResponse: '{{cluster}} does not respond.',
  KubeconfigCredentialsRejected: '{{cluster}} rejects these credentials.',
  KubeconfigRightsMissing:
    "The kubeconfig's user lacks rights that the portal needs on {{cluster}}. Apply the portal's roles there, then try again.",
  KubeconfigOfOtherCluster:
    'This kubeconfig connects to another cluster than the one whose konnector reports as {{cluster}}.',

  // Offers and bindings
  ApiNotOfferable:
    'The control plane has no API "{{resource}}" that can be offered. Choose one from the list.',
  OfferedAlready: '{{service}} is offered already.',
  OfferNeedsPolicy: 'Nothing was changed. {{error}}',
  TemplateInvalid: 'The control plane cannot offer the API like this.',
  TemplateGone:
    'The export template "{{template}}" no longer exists. Another platform operator may have withdrawn it.',
  TemplateWithoutApi:
    'The control plane has no namespaced API of this name. Install the API, or withdraw the template.',
  PermissionClaimUnknown:
    'The export template has no such permission claim on {{resource}} that the {{owner}} owns. Reload it and choose from its claims.',
  PermissionClaimOfAnyOwnerUnknown:
    'The export template has no such permission claim on {{resource}} of any owner. Reload it and choose from its claims.',

  // Refusals of the binding backend, in its own words
  BindingInvalidInput: '{{error}}',
  BindingNotOffered: '{{error}}',
  BindingNotBound: '{{error}}',
  BindingNotYet: '{{error}}',
  BindingNotAllowed: '{{error}}',
  BindingConflict: '{{error}}',
  BindingFailed: '{{error}}',
  BindingTimeout: '{{error}}',
  BindingMisconfigured: '{{error}}',

  // Requests to the portal
  InternalError:
    'The portal had an internal error. Try again; if the error persists, ask a platform operator to check the log of the portal.',
  RequestInvalid:
    "The request does not match the portal's REST document: {{error}}.",
  BodyNotJson: 'The body of the request is not JSON.',
  BodyTooLarge: 'The body of the request is too large.',
  CursorInvalid: 'The cursor is not valid. Start again at the first page.',

  // Fields of a request
  NameIsTaken: 'This name is taken.',
  NamespaceIsMissing: 'This namespace does not exist.',
  ValueNotSupported:
    '{{value}} is not supported. Supported values: {{values}}.',
  PlanLimit:
    'must be at most {{limit}} with this plan; lower it or choose a bigger plan',
  ServiceIsFixed:
    'the service cannot be changed; create a new instance and move the data',
  PlanIsFixed: 'the plan cannot be changed; create a new instance',
  PlanCannotShrink: 'the plan cannot shrink',
  PlanTopologyIsFixed: 'the plan cannot go from {{from}} to {{to}}',
  PlanFlavourIsFixed: 'the plan cannot gain or lose {{flavour}}',
  BindingFieldIsFixed:
    '{{field}} cannot be changed; create a new service binding',
  BackupFieldIsFixed: '{{field}} cannot be changed; create a new backup',
  RestoreFieldIsFixed: '{{field}} cannot be changed; create a new restore',
  CompositionIsFixed:
    'compositionRef cannot be changed: the data would stay behind; create a new instance',
  CompositionUnknown: 'compositionRef.name must be one of {{compositions}}',
  CompositionServices: '{{composition}} offers the services {{services}}',
  CompositionPlans: '{{composition}} offers plans {{plans}}',
  CompositionPlansWith:
    '{{composition}} offers plans {{plans}}, each also with {{endings}}',
  CompositionServesOnly: '{{composition}} serves {{service}} only',
  CompositionNeeds: '{{composition}} needs instanceRef',
  ParameterOfReplicaPlans: '{{parameter}} is a parameter of replica plans only',
  ParameterOfComposition:
    '{{parameter}} is a parameter of {{composition}} only',
  PlansOfVersion: '{{flavour}} plans exist for {{version}} only',
  PlanOfVersion: '{{version}} needs a plan with {{flavour}}',
  ValueBetween: 'must be from {{least}} to {{most}}',
  ValuePositive: 'must be greater than 0',
  ValuePositiveOrNone: 'must be -1 or greater than 0',
  ValueOffOrNotNegative: 'must be off, or 0 or greater',
  NameRule:
    'Use lower-case letters, digits and dashes, beginning and ending with a letter or digit.',
  NameToType: 'Type {{name}}.',
  OwnerRule: 'Choose yourself or one of your groups.',
  SystemRule:
    'Give the entity ref of a system, such as system:default/data-services.',
  ComponentRule:
    'Give the entity ref of a component, such as component:default/shop.',
  CronRule:
    'Give five fields: minute (0 to 59), hour (0 to 23), day (1 to 31), month (1 to 12) and weekday (0 to 7), such as 0 3 * * * for every day at 3:00 UTC.',
  GenerationRule: 'Give the generation of the claim that you have read.',
  CursorRule: 'Use the nextCursor of the page before.',
  FieldRequired: 'This field is required.',
  FieldUnknown: 'There is no such field.',
  FieldTooLong: 'Use at most {{limit}} characters.',
  FieldTooShort: 'Use at least {{limit}} characters.',
  FieldPattern: 'The value must match {{pattern}}.',
  IdIsTaken: 'This id is taken.',
  IdWasUsed: 'This id was used before.',
  ApiIsMissing: 'This API does not exist.',
  ApiIsOffered: 'This API is offered already.',
  AudienceNameInvalid: 'Give one name for each entry, without commas.',
  AudienceIssuerUnknown:
    'Nobody signs in at {{issuer}}. Choose from {{issuers}}.',
  AudienceNeedsIssuer:
    'People sign in at several issuers, so that {{name}} matches nobody. Write <issuer>#{{name}}.',
  ClaimNeverSynced:
    'No konnector syncs {{resource}}, because who writes these objects is as powerful as a cluster administrator. Remove the claim.',
  PermissionClaimIsUnknown:
    'No such claim on {{resource}} that the {{owner}} owns.',
  PermissionClaimOfAnyOwnerIsUnknown:
    'No such claim on {{resource}} of any owner.',
  KubeconfigServerUnresolved:
    'Its server {{host}} cannot be resolved. Check the address.',
  KubeconfigServerSilent:
    'No Kubernetes API server responds at {{server}}. Check the address, the certificate authority and the firewall.',
  KubeconfigCredentialsInvalid:
    'Its token or client certificate is not accepted. Renew it.',
  KubeconfigMayNotList: 'It may not list {{resource}}.',
  KubeconfigMayNotActAs: 'It may not act as {{user}}.',
  KubeconfigMayNotSetExtra:
    'It may not set the extra field {{field}} when it acts as {{user}}.',
  KubeconfigWithoutBinding:
    'No binding on that cluster uses the cluster namespace {{namespace}}. Choose a kubeconfig of {{cluster}}.',

  ...controlPlaneMessages,
  ...kubeconfigMessages,
  ...setUpMessages,
} as const;

/**
 * Why something is as it is.
 *
 * @public
 */
export type Reason = keyof typeof reasonMessages;
