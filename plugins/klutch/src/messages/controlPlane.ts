/** Texts of the page of the control plane. */
export const controlPlaneMessages = {
  what: 'the health of the control plane',
  title: 'Installed components',
  intro:
    'Crossplane, its packages, XRDs and Compositions, as far as you may read them there.',
  empty: 'Nothing is wrong on the control plane cluster.',
  nothingInstalled: 'There is nothing to show here.',
  again: 'Check again',
  remedy: 'What to do: {{remedy}}',
  object: '{{kind}} {{name}}',
  column: {
    type: 'Kind',
    name: 'Name',
    version: 'Version',
    health: 'Health',
  },
  state: { ok: 'OK', warning: 'Warning', error: 'Error' },
  type: {
    crossplane: 'Crossplane',
    provider: 'Provider',
    function: 'Function',
    configuration: 'Configuration',
    xrd: 'XRD',
    composition: 'Composition',
  },
  claims: {
    title: 'Stuck claims',
    intro:
      'Claims that have not been ready for five minutes, the oldest first, with the first part that waits.',
    more: '{{shown}} of {{total}} stuck claims are shown, the oldest.',
    claim: 'Claim',
    since: 'Waiting since',
    message: 'What is wrong',
    trace: 'Trace',
    open: 'Open the trace',
    openTrace: 'Open the trace of {{name}}',
    noTrace: 'Not of an app cluster',
  },
  managed: {
    title: 'Managed resources',
    what: 'managed resources',
    intro:
      'What the providers manage, by provider and kind. Ready means that Ready and Synced are True.',
    empty: 'No provider with managed resources is installed.',
    provider: 'Provider',
    kind: 'Kind',
    ready: 'Ready',
    notReady: 'Not ready',
    atLeast: 'At least {{n}}',
  },
  updates: {
    title: 'Installed packages and updates',
    what: 'the packages of Crossplane',
    intro:
      'To update a package, change its field spec.package, or the dependency of the Configuration that installs it.',
    empty: 'No package is installed.',
    package: 'Package',
    installed: 'Installed',
    update: 'Update',
    effect: 'Effect',
    noVersion: 'without a version',
    to: '{{version}}: {{change}}',
    change: {
      patch: 'corrections only (patch)',
      minor: 'new features, compatible by its number (minor)',
      major: 'may change or remove APIs, read its release notes first (major)',
    },
    excludedBy:
      '{{name}} requires {{constraint}}, so Crossplane does not accept it.',
    Automatic: 'A new revision becomes active by itself, at once.',
    Manual:
      'A new revision stays inactive until you activate it (revisionActivationPolicy: Manual).',
    usedBy: 'Used by {{users}}.',
    usedByMore: 'Used by {{users}} and {{n}} more.',
    unused: 'Nothing that you may see uses it.',
  },
} as const;
