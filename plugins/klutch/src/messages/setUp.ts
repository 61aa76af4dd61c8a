/** Texts of the set-up checklist. */
export const setUpMessages = {
  title: 'Set-up checklist',
  what: 'the checks of the set-up',
  intro:
    'Each check asks the installation itself. Nothing is changed, and no credentials are shown.',
  again: 'Check again',
  checked: 'Checked',
  failed: '{{failed}} of {{total}} checks failed',
  warned_one: 'No check failed, {{count}} has a warning',
  warned_other: 'No check failed, {{count}} have warnings',
  allGood: 'No check failed',
  column: {
    check: 'Check',
    state: 'Result',
    findings: 'What was found, and what to fix',
    docs: 'Documentation',
  },
  state: {
    ok: 'OK',
    warning: 'Warning',
    failed: 'Failed',
    unknown: 'Not known',
    unused: 'Not used',
  },
  check: {
    issuers: 'Issuers',
    redirectUris: 'Redirect URIs',
    signingKeys: 'Signing keys',
    clocks: 'Clocks',
    rights: 'Rights of the portal',
    externalUrl: 'External addresses',
    certificates: 'Certificates',
    permissions: 'Permission framework',
    admissionPolicies: 'Admission policies',
  },
  fix: 'What to fix: {{remedy}}',
  docs: 'How to set it up',
} as const;
