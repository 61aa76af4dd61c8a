/** Messages of the set-up checklist, by reason. `SetUp…Remedy` says what to fix for `SetUp…`. */
export const setUpMessages = {
  // A check that could not be made
  SetUpTimeout: 'There was no answer in time.',
  SetUpTimeoutRemedy:
    'Check the network and the load of the server, then check again.',
  SetUpError: 'The check failed: {{error}}',
  SetUpErrorRemedy: 'Correct what the message names, then check again.',

  // Identity providers
  SetUpHandshakeUnused:
    'Binding from a terminal is not configured, so no identity provider is needed.',
  SetUpIssuerAnswers: '{{issuer}} answers.',
  SetUpIssuerUnreachable: '{{issuer}} does not answer: {{error}}',
  SetUpIssuerUnreachableRemedy:
    'Check the address in klutch.binding.handshake.identityProviders, the network between Backstage and the issuer, and its certificate.',
  SetUpIssuerNoMetadata:
    '{{issuer}} answers with status {{status}} and no OpenID Connect metadata.',
  SetUpIssuerNoMetadataRemedy:
    'Write the issuer into klutch.binding.handshake.identityProviders as its discovery document names it.',
  SetUpIssuerDiffers:
    '{{issuer}} calls itself {{actual}}, so sign-in is refused.',
  SetUpIssuerDiffersRemedy:
    'Write {{actual}} into klutch.binding.handshake.identityProviders. Tenants belong to an issuer, so change it before the first binding.',
  SetUpRedirectUriRegistered: '{{provider}} accepts {{uri}}.',
  SetUpRedirectUriRefused:
    '{{provider}} refuses the redirect URI {{uri}} of the client (status {{status}}).',
  SetUpRedirectUriRefusedRemedy:
    'Register exactly this URI for the client, and check klutch.binding.handshake.externalUrl and the client id.',
  SetUpRedirectUriUnknown:
    'Only a sign-in shows whether {{provider}} accepts {{uri}}: it answers with its own page.',
  SetUpRedirectUriUnknownRemedy:
    'Compare the URI with the one registered at the identity provider, or sign in once with kubectl klutch bind.',
  SetUpProviderSilent:
    '{{provider}} could not be asked, because its issuer does not answer.',
  SetUpProviderSilentRemedy: 'See the check of the issuer.',
  SetUpSigningKeys: '{{issuer}} publishes its keys for signatures: {{count}}.',
  SetUpSigningKeysMissing:
    '{{issuer}} has no public key for signatures, so no sign-in can be verified.',
  SetUpSigningKeysMissingRemedy:
    'Create a signing key at the identity provider, and check that its key set can be read.',
  SetUpSigningKeysUnreachable:
    'The public keys of {{issuer}} cannot be read: {{error}}',
  SetUpSigningKeysUnreachableRemedy:
    'Check that Backstage reaches the jwks_uri of the discovery document.',

  // Clocks
  SetUpClockAgrees: '{{subject}} has the time of the portal.',
  SetUpClocksAgree: 'App clusters that have the time of the portal: {{count}}.',
  SetUpClockAhead: '{{subject}} is {{seconds}} s ahead of the portal.',
  SetUpClockAheadRemedy:
    'Set the clocks with NTP: beyond ten seconds tokens and heartbeats are not accepted.',
  SetUpClockBehind: '{{subject}} is {{seconds}} s behind the portal.',
  SetUpClockBehindRemedy:
    'Set the clocks with NTP: beyond ten seconds tokens and heartbeats are not accepted.',
  SetUpClockUnknown: '{{subject}} does not tell its time.',
  SetUpClockUnknownRemedy:
    'Compare the clocks yourself. Kubernetes tells its time since 1.28.',
  SetUpClockUnreadable: 'The time of {{subject}} cannot be read: {{error}}',
  SetUpClockUnreadableRemedy:
    'Check that Backstage reaches it and that the credentials are valid.',

  // Rights of the portal
  SetUpRightsGranted:
    'All {{count}} rights that the portal and its binding backend use on the control plane are granted.',
  SetUpRightsMissing:
    '{{missing}} of {{count}} rights are missing on the control plane: {{rights}}',
  SetUpRightsMissingRemedy:
    'Print the roles with klutch-binding-backend roles --portal for this version, with the flags of your installation, and apply them.',
  SetUpRightsExcessive:
    'The portal may do everything on the control plane, far more than the {{count}} rights that it uses.',
  SetUpRightsExcessiveRemedy:
    'Remove cluster-admin from the user or service account of the portal, and apply the roles that klutch-binding-backend roles --portal prints.',
  SetUpImpersonationGranted:
    'The portal may act as you ({{user}}) and your groups.',
  SetUpImpersonationMissing:
    'The portal may not act as {{subjects}} on the control plane.',
  SetUpImpersonationMissingRemedy:
    'Print the roles with these names in --impersonate-user and --impersonate-group, and apply them.',

  // Addresses
  SetUpUrlAnswers: '{{url}} leads to this portal.',
  SetUpUrlLoopback:
    '{{url}} leads to this portal on this machine only; app clusters and terminals elsewhere do not reach it.',
  SetUpUrlLoopbackRemedy:
    'Set backend.baseUrl, or klutch.binding.handshake.externalUrl, to the https address that others use.',
  SetUpUrlInsecure:
    '{{url}} does not begin with https://, so join tokens and kubeconfigs could be read on the way.',
  SetUpUrlInsecureRemedy:
    'Put a proxy with a certificate in front of Backstage, and set backend.baseUrl to its https address.',
  SetUpUrlUnreachable:
    '{{url}} does not answer from where Backstage runs: {{error}}',
  SetUpUrlUnreachableRemedy:
    'Check backend.baseUrl, the ingress and its certificate. If only Backstage itself cannot reach the address, open it from elsewhere.',
  SetUpUrlOther: '{{url}} answers with status {{status}}, not as this portal.',
  SetUpUrlOtherRemedy:
    'Check backend.baseUrl, klutch.binding.handshake.externalUrl, and the paths that the ingress forwards.',
  SetUpServerAnswers:
    'The control plane answers at {{server}}, the address for app clusters.',
  SetUpServerLoopback:
    'The address of the control plane for app clusters is {{server}}, which is on this machine only.',
  SetUpServerLoopbackRemedy:
    'Set klutch.binding.externalServer to the address that app clusters reach.',
  SetUpServerUnreachable:
    'The address of the control plane for app clusters, {{server}}, does not answer from where Backstage runs: {{error}}',
  SetUpServerUnreachableRemedy:
    'Check klutch.binding.externalServer. If only Backstage itself cannot reach the address, try it from an app cluster.',

  // Certificates and credentials
  SetUpCertificateUnused: '{{subject}} uses no certificate.',
  SetUpCertificateValid:
    'The certificate of {{subject}} is valid until {{until}}.',
  SetUpCertificateEnds: 'The certificate of {{subject}} ends on {{until}}.',
  SetUpCertificateEndsRemedy: 'Renew the certificate before its end.',
  SetUpCertificateEnded: 'The certificate of {{subject}} ended on {{until}}.',
  SetUpCertificateEndedRemedy:
    'Renew the certificate: clients refuse the connection.',
  SetUpCertificateUntrusted:
    'App clusters do not trust the certificate of {{subject}}: {{error}}',
  SetUpCertificateUntrustedRemedy:
    'Set klutch.binding.externalCaFile to the CA that signed it, and klutch.binding.tlsServerName if its name differs.',
  SetUpCertificateUnreadable:
    'The certificate of {{subject}} cannot be read: {{error}}',
  SetUpCertificateUnreadableRemedy:
    'Check that Backstage reaches this address.',
  SetUpCredentialsValid:
    'The portal’s kubeconfig of the control plane is valid until {{until}}.',
  SetUpCredentialsEnd:
    'The portal’s kubeconfig of the control plane ends on {{until}}.',
  SetUpCredentialsEndRemedy:
    'Replace the file before its end; the portal follows it.',
  SetUpCredentialsEnded:
    'The portal’s kubeconfig of the control plane ended on {{until}}.',
  SetUpCredentialsEndedRemedy: 'Replace the file; the portal follows it.',
  SetUpClusterCertificatesValid:
    'App clusters whose certificates and credentials are valid for a while: {{count}}.',
  SetUpClusterCredentialsValid:
    'The portal’s kubeconfig of {{cluster}} is valid until {{until}}.',
  SetUpClusterCredentialsEnd:
    'The portal’s kubeconfig of {{cluster}} ends on {{until}}.',
  SetUpClusterCredentialsEndRemedy:
    'Replace the kubeconfig on the page of the app cluster before its end.',
  SetUpClusterCredentialsEnded:
    'The portal’s kubeconfig of {{cluster}} ended on {{until}}.',
  SetUpClusterCredentialsEndedRemedy:
    'Replace the kubeconfig on the page of the app cluster.',

  // Permissions of Backstage
  SetUpPermissionsOn: 'Backstage asks its permission policy.',
  SetUpPermissionsOff:
    'permission.enabled is not true, so everybody who signs in may use the platform pages and reveal credentials.',
  SetUpPermissionsOffRemedy:
    'Set permission.enabled: true, install a permission policy, and give people roles in klutch.permission.roles.',

  // Admission policies
  SetUpPolicyEnforced: '{{policy}} is in force.',
  SetUpPolicyChanged:
    '{{policy}} differs from the one of this version, so it may not protect from everything.',
  SetUpPolicyChangedRemedy:
    'Print the roles with klutch-binding-backend roles --portal for this version, and apply them.',
  SetUpPolicyMissing: '{{policy}} does not exist on the control plane.',
  SetUpPolicyMissingRemedy:
    'Apply what klutch-binding-backend roles --portal prints. Admission policies need Kubernetes 1.30.',
  SetUpPolicyUnreadable:
    'Neither the portal nor you may read {{policy}}, so it is not known whether it is in force.',
  SetUpPolicyUnreadableRemedy:
    'Ask for the verb get on validatingadmissionpolicies and validatingadmissionpolicybindings.',
  SetUpPoliciesNotServed:
    'Kubernetes is too old for admission policies: {{policy}} cannot be in force.',
  SetUpPoliciesNotServedRemedy: 'Upgrade the control plane to Kubernetes 1.30.',
} as const;
