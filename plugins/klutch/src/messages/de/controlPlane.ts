/** Texte der Seite der Control Plane. */
import type { controlPlaneMessages as english } from '../controlPlane';
import type { Translated } from '../translate';

export const controlPlaneMessages: Translated<typeof english> = {
  what: 'Zustand der Control Plane',
  title: 'Installierte Komponenten',
  intro:
    'Crossplane, seine Packages, XRDs und Compositions, soweit Sie sie dort lesen dürfen.',
  empty: 'Auf dem Control-Plane-Cluster gibt es keine Probleme.',
  nothingInstalled: 'Hier gibt es nichts zu zeigen.',
  again: 'Erneut prüfen',
  remedy: 'Was zu tun ist: {{remedy}}',
  object: '{{kind}} {{name}}',
  column: {
    type: 'Art',
    name: 'Name',
    version: 'Version',
    health: 'Zustand',
  },
  state: { ok: 'In Ordnung', warning: 'Warnung', error: 'Fehler' },
  type: {
    crossplane: 'Crossplane',
    provider: 'Provider',
    function: 'Function',
    configuration: 'Configuration',
    xrd: 'XRD',
    composition: 'Composition',
  },
  claims: {
    title: 'Festhängende Claims',
    intro:
      'Claims, die seit fünf Minuten nicht bereit sind, die ältesten zuerst, mit dem ersten Teil, der wartet.',
    more: '{{shown}} von {{total}} festhängenden Claims werden gezeigt, die ältesten.',
    claim: 'Claim',
    since: 'Wartet seit',
    message: 'Was nicht stimmt',
    trace: 'Verlauf',
    open: 'Verlauf öffnen',
    openTrace: 'Verlauf von {{name}} öffnen',
    noTrace: 'Von keinem App-Cluster',
  },
  managed: {
    title: 'Managed Resources',
    what: 'Managed Resources',
    intro:
      'Was die Provider verwalten, nach Provider und Art. Bereit heißt, dass Ready und Synced True sind.',
    empty: 'Kein Provider mit Managed Resources ist installiert.',
    provider: 'Provider',
    kind: 'Art',
    ready: 'Bereit',
    notReady: 'Nicht bereit',
    atLeast: 'Mindestens {{n}}',
  },
  updates: {
    title: 'Installierte Packages und Updates',
    what: 'Packages von Crossplane',
    intro:
      'Um ein Package zu aktualisieren, ändern Sie sein Feld spec.package oder die Abhängigkeit der Configuration, die es installiert.',
    empty: 'Kein Package ist installiert.',
    package: 'Package',
    installed: 'Installiert',
    update: 'Update',
    effect: 'Wirkung',
    noVersion: 'ohne Version',
    to: '{{version}}: {{change}}',
    change: {
      patch: 'nur Korrekturen (Patch)',
      minor: 'neue Funktionen, der Nummer nach kompatibel (Minor)',
      major:
        'kann APIs ändern oder entfernen, lesen Sie zuerst die Release Notes (Major)',
    },
    excludedBy:
      '{{name}} verlangt {{constraint}}, deshalb nimmt Crossplane diese Version nicht an.',
    Automatic: 'Eine neue Revision wird sofort von selbst aktiv.',
    Manual:
      'Eine neue Revision bleibt inaktiv, bis Sie sie aktivieren (revisionActivationPolicy: Manual).',
    usedBy: 'Wird verwendet von {{users}}.',
    usedByMore: 'Wird verwendet von {{users}} und {{n}} weiteren.',
    unused: 'Nichts, was Sie sehen dürfen, verwendet es.',
  },
};
