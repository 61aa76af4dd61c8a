/** Texts of the page that traces claims of all tenants. */
export const traceMessages = {
  title: 'Trace a claim of any tenant',
  intro:
    'Shows where an order is on its way, and what to do where it stops. No values of the tenant are shown. Each trace is audited with your name.',
  text: 'What do you know of it?',
  help: 'The address of its page; or app cluster, namespace, kind and name, such as apps-dev/team-a/postgresqlinstance/orders; or kind and name of an object on the control plane.',
  action: 'Trace',
  none: 'No claim has this name, and no object on the control plane that you may read belongs to one. Check the spelling, or name less: only the name searches all app clusters.',
  byPrefix:
    'There is no object of this name that you may read. It begins like the composite of this claim, so it probably belongs to it.',
  several: 'Several claims have this name. Choose one.',
  isMore: 'Further claims have it, too: name the namespace or the app cluster.',
  choose: 'Trace {{name}} in {{namespace}} on {{cluster}}',
  claims: 'Claims',
  column: {
    claim: 'Claim',
    cluster: 'App cluster',
    namespace: 'Namespace',
    actions: 'Actions',
    step: 'Step',
    found: 'What is found',
    remedy: 'What to do',
  },
  of: '{{kind}} {{name}}',
  where: 'In namespace {{namespace}} on {{cluster}}',
  steps: 'Steps',
  allDone: 'Every step is done.',
  noneFails: 'No step fails, of those that you may see.',
  failsAt: 'It fails at this step: {{step}}',
  waitsAt: 'It waits at this step: {{step}}',
  step: {
    request: 'Request',
    appCluster: 'App cluster',
    konnector: 'Konnector',
    controlPlane: 'Control plane',
    composite: 'Composite',
    managedResource: 'Managed resource',
    service: 'Service',
  },
  state: {
    done: 'Done',
    active: 'In progress',
    failed: 'Failed',
    waiting: 'Not yet',
    unknown: 'Unknown',
  },
  finding: {
    AppClusterUnreachable:
      'Check the API server of the app cluster, and the network between it and the portal. If its credentials are refused, replace the kubeconfig.',
    AppClusterNotConnected:
      'Ask somebody with access to the app cluster for the output of “kubectl klutch trace”.',
    ClaimMissing:
      'Ask the owner of the app cluster whether the claim was deleted on purpose. Do not delete the copy before: the data goes with it.',
    KonnectorNotReporting:
      'Check on the app cluster that the konnector runs, and read its log.',
    NotPickedUp:
      'Look at the Events of the claim and at the APIServiceBinding of its API on the app cluster.',
    ControlPlaneUnreachable:
      'Check the API server of the control plane, and the network between it and the portal.',
    NotComposed:
      'Check on the control plane that Crossplane runs, and that a Composition for this kind exists.',
    CompositeNotReady:
      'Look at the composite and its Events on the control plane, and at the functions of its Composition.',
    ManagedResourceNotReady:
      'Look at the resource and its Events on the control plane, and at its provider.',
    ObjectMissing:
      'Find out who deleted it, or whether its provider or XRD was uninstalled.',
    NotReadable:
      'Ask an operator of the control plane to look at it, or for the right to read it.',
    ServiceNotReady:
      'Wait for the provider, or ask the owners of the data service.',
    BeingDeleted:
      'Find out why the owners of its finalizers do not remove them. Do not remove them by hand: data may stay behind.',
  },
  docs: 'What this means',
  docsOf: 'What this means, at the step {{step}}',
} as const;
