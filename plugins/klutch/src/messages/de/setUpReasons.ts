/** Was die Checkliste der Einrichtung sagt. */
import type { reasonMessages } from '@klutch/backstage-plugin-klutch-common';
import type { Translated } from '../translate';

type All = typeof reasonMessages;
type English = {
  [Key in keyof All as Key extends `SetUp${string}` ? Key : never]: All[Key];
};

export const setUpReasons: Translated<English> = {
  SetUpTimeout: 'Es kam nicht rechtzeitig eine Antwort.',
  SetUpTimeoutRemedy:
    'Prüfen Sie das Netz und die Last des Servers, und prüfen Sie dann erneut.',
  SetUpError: 'Die Prüfung ist fehlgeschlagen: {{error}}',
  SetUpErrorRemedy:
    'Beheben Sie, was die Meldung nennt, und prüfen Sie dann erneut.',
  SetUpHandshakeUnused:
    'Das Binden aus einem Terminal ist nicht eingerichtet, deshalb wird kein Identity-Provider gebraucht.',
  SetUpIssuerAnswers: '{{issuer}} antwortet.',
  SetUpIssuerUnreachable: '{{issuer}} antwortet nicht: {{error}}',
  SetUpIssuerUnreachableRemedy:
    'Prüfen Sie die Adresse in klutch.binding.handshake.identityProviders, das Netz zwischen Backstage und dem Issuer, und dessen Zertifikat.',
  SetUpIssuerNoMetadata:
    '{{issuer}} antwortet mit Status {{status}} und ohne OpenID-Connect-Metadaten.',
  SetUpIssuerNoMetadataRemedy:
    'Schreiben Sie den Issuer so in klutch.binding.handshake.identityProviders, wie ihn sein Discovery-Dokument nennt.',
  SetUpIssuerDiffers:
    '{{issuer}} nennt sich {{actual}}, deshalb wird die Anmeldung abgelehnt.',
  SetUpIssuerDiffersRemedy:
    'Schreiben Sie {{actual}} in klutch.binding.handshake.identityProviders. Mandanten gehören zu einem Issuer: Ändern Sie ihn vor der ersten Bindung.',
  SetUpRedirectUriRegistered: '{{provider}} akzeptiert {{uri}}.',
  SetUpRedirectUriRefused:
    '{{provider}} lehnt die Redirect-URI {{uri}} des Clients ab (Status {{status}}).',
  SetUpRedirectUriRefusedRemedy:
    'Registrieren Sie genau diese URI für den Client, und prüfen Sie klutch.binding.handshake.externalUrl und die Client-ID.',
  SetUpRedirectUriUnknown:
    'Nur eine Anmeldung zeigt, ob {{provider}} {{uri}} akzeptiert: Die Antwort ist eine eigene Seite.',
  SetUpRedirectUriUnknownRemedy:
    'Vergleichen Sie die URI mit der beim Identity-Provider registrierten, oder melden Sie sich einmal mit kubectl klutch bind an.',
  SetUpProviderSilent:
    '{{provider}} konnte nicht gefragt werden, weil der Issuer nicht antwortet.',
  SetUpProviderSilentRemedy: 'Siehe die Prüfung des Issuers.',
  SetUpSigningKeys:
    '{{issuer}} veröffentlicht seine Schlüssel für Signaturen: {{count}}.',
  SetUpSigningKeysMissing:
    '{{issuer}} hat keinen öffentlichen Schlüssel für Signaturen, deshalb kann keine Anmeldung geprüft werden.',
  SetUpSigningKeysMissingRemedy:
    'Legen Sie beim Identity-Provider einen Signaturschlüssel an, und prüfen Sie, dass sein Key Set lesbar ist.',
  SetUpSigningKeysUnreachable:
    'Die öffentlichen Schlüssel von {{issuer}} sind nicht lesbar: {{error}}',
  SetUpSigningKeysUnreachableRemedy:
    'Prüfen Sie, dass Backstage die jwks_uri des Discovery-Dokuments erreicht.',
  SetUpClockAgrees: '{{subject}} hat die Zeit des Portals.',
  SetUpClocksAgree: 'App-Cluster, die die Zeit des Portals haben: {{count}}.',
  SetUpClockAhead: '{{subject}} geht gegenüber dem Portal {{seconds}} s vor.',
  SetUpClockAheadRemedy:
    'Stellen Sie die Uhren mit NTP: Ab zehn Sekunden werden Tokens und Heartbeats nicht angenommen.',
  SetUpClockBehind: '{{subject}} geht gegenüber dem Portal {{seconds}} s nach.',
  SetUpClockBehindRemedy:
    'Stellen Sie die Uhren mit NTP: Ab zehn Sekunden werden Tokens und Heartbeats nicht angenommen.',
  SetUpClockUnknown: '{{subject}} nennt seine Zeit nicht.',
  SetUpClockUnknownRemedy:
    'Vergleichen Sie die Uhren selbst. Kubernetes nennt seine Zeit seit 1.28.',
  SetUpClockUnreadable: 'Die Zeit von {{subject}} ist nicht lesbar: {{error}}',
  SetUpClockUnreadableRemedy:
    'Prüfen Sie, dass Backstage die Adresse erreicht und die Zugangsdaten gültig sind.',
  SetUpRightsGranted:
    'Alle {{count}} Rechte, die das Portal und sein Binding-Backend auf der Control Plane verwenden, sind vergeben.',
  SetUpRightsMissing:
    '{{missing}} von {{count}} Rechten fehlen auf der Control Plane: {{rights}}',
  SetUpRightsMissingRemedy:
    'Geben Sie die Rollen mit klutch-binding-backend roles --portal dieser Version und den Optionen Ihrer Installation aus, und wenden Sie sie an.',
  SetUpRightsExcessive:
    'Das Portal darf auf der Control Plane alles, viel mehr als die {{count}} Rechte, die es verwendet.',
  SetUpRightsExcessiveRemedy:
    'Nehmen Sie dem Benutzer oder Service Account des Portals cluster-admin weg, und wenden Sie die Rollen an, die klutch-binding-backend roles --portal ausgibt.',
  SetUpImpersonationGranted:
    'Das Portal darf als Sie ({{user}}) und Ihre Gruppen handeln.',
  SetUpImpersonationMissing:
    'Das Portal darf auf der Control Plane nicht als {{subjects}} handeln.',
  SetUpImpersonationMissingRemedy:
    'Geben Sie die Rollen mit diesen Namen in --impersonate-user und --impersonate-group aus, und wenden Sie sie an.',
  SetUpUrlAnswers: '{{url}} führt zu diesem Portal.',
  SetUpUrlLoopback:
    '{{url}} führt nur auf diesem Rechner zu diesem Portal; App-Cluster und Terminals anderswo erreichen es nicht.',
  SetUpUrlLoopbackRemedy:
    'Setzen Sie backend.baseUrl oder klutch.binding.handshake.externalUrl auf die https-Adresse, die andere verwenden.',
  SetUpUrlInsecure:
    '{{url}} beginnt nicht mit https://, deshalb könnten Join-Tokens und Kubeconfigs unterwegs gelesen werden.',
  SetUpUrlInsecureRemedy:
    'Stellen Sie einen Proxy mit Zertifikat vor Backstage, und setzen Sie backend.baseUrl auf dessen https-Adresse.',
  SetUpUrlUnreachable:
    '{{url}} antwortet von dort, wo Backstage läuft, nicht: {{error}}',
  SetUpUrlUnreachableRemedy:
    'Prüfen Sie backend.baseUrl, den Ingress und sein Zertifikat. Wenn nur Backstage selbst die Adresse nicht erreicht, öffnen Sie sie von anderswo.',
  SetUpUrlOther:
    '{{url}} antwortet mit Status {{status}}, nicht als dieses Portal.',
  SetUpUrlOtherRemedy:
    'Prüfen Sie backend.baseUrl, klutch.binding.handshake.externalUrl und die Pfade, die der Ingress weiterleitet.',
  SetUpServerAnswers:
    'Die Control Plane antwortet unter {{server}}, der Adresse für App-Cluster.',
  SetUpServerLoopback:
    'Die Adresse der Control Plane für App-Cluster ist {{server}}, die nur auf diesem Rechner gilt.',
  SetUpServerLoopbackRemedy:
    'Setzen Sie klutch.binding.externalServer auf die Adresse, die App-Cluster erreichen.',
  SetUpServerUnreachable:
    'Die Adresse der Control Plane für App-Cluster, {{server}}, antwortet von dort, wo Backstage läuft, nicht: {{error}}',
  SetUpServerUnreachableRemedy:
    'Prüfen Sie klutch.binding.externalServer. Wenn nur Backstage selbst die Adresse nicht erreicht, versuchen Sie es von einem App-Cluster.',
  SetUpCertificateUnused: '{{subject}} verwendet kein Zertifikat.',
  SetUpCertificateValid: 'Das Zertifikat von {{subject}} gilt bis {{until}}.',
  SetUpCertificateEnds: 'Das Zertifikat von {{subject}} endet am {{until}}.',
  SetUpCertificateEndsRemedy: 'Erneuern Sie das Zertifikat vor seinem Ende.',
  SetUpCertificateEnded: 'Das Zertifikat von {{subject}} endete am {{until}}.',
  SetUpCertificateEndedRemedy:
    'Erneuern Sie das Zertifikat: Clients lehnen die Verbindung ab.',
  SetUpCertificateUntrusted:
    'App-Cluster vertrauen dem Zertifikat von {{subject}} nicht: {{error}}',
  SetUpCertificateUntrustedRemedy:
    'Setzen Sie klutch.binding.externalCaFile auf die CA, die es signiert hat, und klutch.binding.tlsServerName, wenn sein Name abweicht.',
  SetUpCertificateUnreadable:
    'Das Zertifikat von {{subject}} ist nicht lesbar: {{error}}',
  SetUpCertificateUnreadableRemedy:
    'Prüfen Sie, dass Backstage diese Adresse erreicht.',
  SetUpCredentialsValid:
    'Der Kubeconfig des Portals für die Control Plane gilt bis {{until}}.',
  SetUpCredentialsEnd:
    'Der Kubeconfig des Portals für die Control Plane endet am {{until}}.',
  SetUpCredentialsEndRemedy:
    'Ersetzen Sie die Datei vor ihrem Ende; das Portal folgt ihr.',
  SetUpCredentialsEnded:
    'Der Kubeconfig des Portals für die Control Plane endete am {{until}}.',
  SetUpCredentialsEndedRemedy: 'Ersetzen Sie die Datei; das Portal folgt ihr.',
  SetUpClusterCertificatesValid:
    'App-Cluster, deren Zertifikate und Anmeldedaten noch eine Weile gelten: {{count}}.',
  SetUpClusterCredentialsValid:
    'Der Kubeconfig des Portals für {{cluster}} gilt bis {{until}}.',
  SetUpClusterCredentialsEnd:
    'Der Kubeconfig des Portals für {{cluster}} endet am {{until}}.',
  SetUpClusterCredentialsEndRemedy:
    'Ersetzen Sie den Kubeconfig vor seinem Ende auf der Seite des App-Clusters.',
  SetUpClusterCredentialsEnded:
    'Der Kubeconfig des Portals für {{cluster}} endete am {{until}}.',
  SetUpClusterCredentialsEndedRemedy:
    'Ersetzen Sie den Kubeconfig auf der Seite des App-Clusters.',
  SetUpPermissionsOn: 'Backstage fragt seine Permission Policy.',
  SetUpPermissionsOff:
    'permission.enabled ist nicht true, deshalb darf jeder, der sich anmeldet, die Plattform-Seiten verwenden und Zugangsdaten aufdecken.',
  SetUpPermissionsOffRemedy:
    'Setzen Sie permission.enabled: true, installieren Sie eine Permission Policy, und geben Sie Personen Rollen in klutch.permission.roles.',
  SetUpPolicyEnforced: '{{policy}} ist in Kraft.',
  SetUpPolicyChanged:
    '{{policy}} weicht von der dieser Version ab und schützt deshalb vielleicht nicht vor allem.',
  SetUpPolicyChangedRemedy:
    'Geben Sie die Rollen mit klutch-binding-backend roles --portal dieser Version aus, und wenden Sie sie an.',
  SetUpPolicyMissing: '{{policy}} gibt es auf der Control Plane nicht.',
  SetUpPolicyMissingRemedy:
    'Wenden Sie an, was klutch-binding-backend roles --portal ausgibt. Admission Policies brauchen Kubernetes 1.30.',
  SetUpPolicyUnreadable:
    'Weder das Portal noch Sie dürfen {{policy}} lesen, deshalb ist nicht bekannt, ob sie in Kraft ist.',
  SetUpPolicyUnreadableRemedy:
    'Bitten Sie um das Verb get auf validatingadmissionpolicies und validatingadmissionpolicybindings.',
  SetUpPoliciesNotServed:
    'Kubernetes ist zu alt für Admission Policies: {{policy}} kann nicht in Kraft sein.',
  SetUpPoliciesNotServedRemedy:
    'Aktualisieren Sie die Control Plane auf Kubernetes 1.30.',
};
