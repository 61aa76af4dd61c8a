/**
 * Messages about Crossplane, its packages, APIs and claims, by reason. `ControlPlane…Remedy` says what to do about
 * `ControlPlane…`.
 */
export const controlPlaneMessages = {
  ControlPlaneCrossplaneMissing: 'Crossplane is not installed on this cluster.',
  ControlPlaneCrossplaneMissingRemedy:
    'Install Crossplane, or check the kubeconfig: it may select an app cluster.',
  ControlPlaneListForbidden:
    '{{resource}} may not be listed, so it was not checked.',
  ControlPlaneListForbiddenRemedy: 'Have the verb list on it granted to you.',
  ControlPlaneListNotServed:
    '{{resource}} is not served, so it was not checked.',
  ControlPlaneListNotServedRemedy:
    'Wait until the API server serves it, or check the XRD.',
  ControlPlanePackageNotInstalled: 'The package is not installed. {{cause}}',
  ControlPlanePackageNotInstalledRemedy:
    'Look at its revisions: kubectl describe {{revisions}}. Usual causes are an image that cannot be pulled, or a dependency that does not fit.',
  ControlPlanePackageNotHealthy: 'The package is not healthy. {{cause}}',
  ControlPlanePackageNotHealthyRemedy:
    'Look at its revisions: kubectl describe {{revisions}}. Usual causes are a dependency that does not fit, or a Deployment that does not start.',
  ControlPlaneProviderConfigNotHealthy:
    'Its last health check failed. {{cause}}',
  ControlPlaneProviderConfigNotHealthyRemedy:
    'Check its URL, the Secret with the credentials that it names, and the network between the provider and the automation. Claims that need it wait meanwhile.',
  ControlPlaneXrdNotServed:
    'Its API is not served: the condition {{condition}} is not True. {{cause}}',
  ControlPlaneXrdNotServedRemedy:
    'Correct the XRD. A CRD of the same name that another XRD or package owns must be deleted or handed over first.',
  ControlPlaneCompositionMissing:
    'No Composition composes {{kind}}, so its claims are never fulfilled.',
  ControlPlaneCompositionMissingRemedy:
    'Apply a Composition for it, or delete the XRD.',
  ControlPlaneDefaultCompositionMissing:
    'Its default Composition {{composition}} does not exist, so claims that name no Composition are never fulfilled.',
  ControlPlaneDefaultCompositionMissingRemedy:
    'Apply {{composition}}, or name one of {{others}} in spec.defaultCompositionRef.',
  ControlPlaneFunctionNotInstalled:
    'Its step {{step}} calls the function {{function}}, which is not installed under that name.',
  ControlPlaneFunctionNotInstalledRemedy:
    'Install the function as a Function with the name {{function}}.',
  ControlPlaneFunctionInactive:
    'Its step {{step}} calls the function {{function}}, which has no active revision.',
  ControlPlaneFunctionInactiveRemedy:
    'Activate a revision of {{function}}: kubectl get functionrevisions.pkg.crossplane.io.',
  ControlPlaneFunctionWithoutEndpoint:
    'Its step {{step}} calls the function {{function}}, which has no endpoint yet.',
  ControlPlaneFunctionWithoutEndpointRemedy:
    'Wait until the function {{function}} is healthy, or look at its Deployment.',
  ControlPlaneClaimNotReady:
    '{{kind}} {{name}} is not {{condition}}. {{cause}}',
  ControlPlaneClaimNotReadyRemedy:
    'Look at {{kind}} {{name}} and its events, and at the log of the controller that owns it.',
  ControlPlaneClaimNotDeleted:
    'It is to be deleted, but {{kind}} {{name}} waits for its finalizers ({{finalizers}}) or dependents. {{cause}}',
  ControlPlaneClaimNotDeletedRemedy:
    'Find out why {{kind}} {{name}} keeps its finalizers; do not remove them by hand, because the data behind it may stay.',
  ControlPlaneClaimPartMissing: '{{kind}} {{name}} does not exist.',
  ControlPlaneClaimPartMissingRemedy:
    'Look at the events of the claim, and at the log of Crossplane.',
  ControlPlaneClaimPartForbidden: '{{kind}} {{name}} may not be read.',
  ControlPlaneClaimPartForbiddenRemedy:
    'Have the verb get on {{kind}} granted to you, then check again.',
  ControlPlaneClaimPartNotServed: 'The API of {{kind}} {{name}} is not served.',
  ControlPlaneClaimPartNotServedRemedy:
    'Install the provider of {{kind}}, or check that it is healthy.',

  // Health of components without a problem
  ComponentCrossplaneReady: 'Runs, with {{ready}} of {{replicas}} pods ready',
  ComponentCrossplaneNotReady:
    'Does not run: {{ready}} of {{replicas}} pods are ready. Claims wait until it runs.',
  ComponentCrossplaneServed:
    'Installed. Its Deployment cannot be seen, because it runs elsewhere or you may not list Deployments.',
  ComponentPackageHealthy: 'Installed and healthy',
  ComponentPaused:
    'Paused by the annotation crossplane.io/paused: Crossplane does not reconcile it.',
  ComponentXrdServed: 'Its API is served.',
  ComponentCompositionComplete: 'All functions that it calls run.',

  // Managed resources
  ManagedResourcesForbidden: 'You may not list {{resource}}.',
  ManagedResourcesNotServed: '{{resource}} is not served.',

  // Updates of packages
  UpdateNone: 'The newest version is installed.',
  UpdateAvailable: 'Version {{version}} is available.',
  UpdateWithoutVersion:
    'Not known: the package is installed by digest or without a version.',
  UpdateRegistryNotAllowed:
    'Not known: the portal may not ask {{registry}}. To allow it, add it to klutch.controlPlane.packageRegistries.',
  UpdateRegistryUnknown:
    'Not known: the package names no registry, so Crossplane’s own setting decides.',
  UpdateTokenServerNotAllowed:
    'Not known: {{registry}} issues its anonymous tokens at {{host}}. To allow it, add {{host}} to klutch.controlPlane.packageRegistries.',
  UpdateRegistryPrivate:
    'Not known: {{registry}} does not show the versions without credentials.',
  UpdateRegistryFailed: 'Not known: {{registry}} does not answer ({{error}}).',
} as const;
