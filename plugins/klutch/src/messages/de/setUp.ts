/** Texte der Checkliste zur Einrichtung. */
import type { setUpMessages as english } from '../setUp';
import type { Translated } from '../translate';

export const setUpMessages: Translated<typeof english> = {
  title: 'Checkliste der Einrichtung',
  what: 'Prüfungen der Einrichtung',
  intro:
    'Jede Prüfung fragt die Installation selbst. Nichts wird geändert, und keine Zugangsdaten werden gezeigt.',
  again: 'Erneut prüfen',
  checked: 'Geprüft',
  failed: '{{failed}} von {{total}} Prüfungen sind fehlgeschlagen',
  warned_one: 'Keine Prüfung ist fehlgeschlagen, {{count}} hat eine Warnung',
  warned_other: 'Keine Prüfung ist fehlgeschlagen, {{count}} haben Warnungen',
  unknown_one: 'Keine Prüfung ist fehlgeschlagen, {{count}} war nicht möglich',
  unknown_other:
    'Keine Prüfung ist fehlgeschlagen, {{count}} waren nicht möglich',
  allGood: 'Keine Prüfung ist fehlgeschlagen',
  column: {
    check: 'Prüfung',
    state: 'Ergebnis',
    findings: 'Was gefunden wurde und was zu ändern ist',
    docs: 'Dokumentation',
  },
  state: {
    ok: 'In Ordnung',
    warning: 'Warnung',
    failed: 'Fehlgeschlagen',
    unknown: 'Nicht bekannt',
    unused: 'Nicht verwendet',
  },
  check: {
    issuers: 'Issuer',
    redirectUris: 'Redirect-URIs',
    signingKeys: 'Signaturschlüssel',
    clocks: 'Uhren',
    rights: 'Rechte des Portals',
    externalUrl: 'Adressen von außen',
    certificates: 'Zertifikate',
    permissions: 'Berechtigungen in Backstage',
    admissionPolicies: 'Admission Policies',
  },
  fix: 'Was zu ändern ist: {{remedy}}',
  docs: 'So wird es eingerichtet',
};
