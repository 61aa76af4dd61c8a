/** Texts of the instance page, in German; those of its parts are in the files of the folder `instance`. */
import type { instanceMessages as english } from '../instance';
import type { Translated } from '../translate';
import { overviewMessages } from './instance/overview';
import { connectMessages } from './instance/connect';
import { backupsMessages } from './instance/backups';
import { changesMessages } from './instance/changes';

export const instanceMessages: Translated<typeof english> = {
  what: 'Instanz',
  notFound:
    'Es gibt kein {{name}} im Namespace {{namespace}} auf {{cluster}}. Möglicherweise wurde die Instanz gelöscht, oder der Link ist falsch.',
  deletedTitle: '{{name}} ist nicht mehr da',
  deleted:
    'Die Instanz wurde gelöscht, während diese Seite geöffnet war, oder Sie dürfen sie nicht mehr sehen. Die Backups einer gelöschten Instanz bleiben in ihrem Namespace; die Seite „Instanzen“ führt sie am Ende auf.',
  hidden: {
    binding:
      'Sie dürfen in {{namespace}} nicht alle Service-Bindings sehen, es kann also weitere geben. Bitten Sie einen Plattform-Operator um das Recht.',
    backup:
      'Sie dürfen in {{namespace}} nicht alle Backups sehen, es kann also weitere geben. Bitten Sie einen Plattform-Operator um das Recht.',
    restore:
      'Sie dürfen in {{namespace}} nicht alle Restores sehen, es kann also weitere geben. Bitten Sie einen Plattform-Operator um das Recht.',
    activity:
      'Manches ist nicht aufgeführt: Es betrifft Service-Bindings, Backups oder Restores, die Sie nicht sehen dürfen oder die es nicht mehr gibt.',
    events:
      'Sie dürfen in {{namespace}} keine Events auflisten. Bitten Sie einen Plattform-Operator um das Recht.',
  },
  unknownState:
    'Der Zustand ist nicht bekannt, weil der App-Cluster oder der Control-Plane-Cluster nicht erreichbar ist.',
  toInstances: 'Zurück zu allen Instanzen',
  tabs: {
    label: 'Bereiche der Instanz',
    overview: 'Übersicht',
    connect: 'Verbinden',
    backups: 'Backups',
    activity: 'Aktivität',
    yaml: 'YAML',
  },
  head: {
    label: 'Instanz {{name}}',
    where: '{{namespace}} auf {{cluster}}',
    owner: 'Gehört {{owner}}',
    plan: 'Plan {{plan}}',
    more: 'Weitere Aktionen',
    protected: 'Vor Löschen geschützt',
  },
  action: {
    backup: 'Backup jetzt erstellen',
    bind: 'Service-Binding erstellen',
    changePlan: 'Plan ändern …',
    settings: 'Einstellungen bearbeiten …',
    ownership: 'Eigentümer und Komponente…',
    protect: 'Vor Löschen schützen',
    unprotect: 'Löschschutz aufheben',
    delete: 'Löschen …',
  },
  gitOps: {
    title: '{{tool}} verwaltet {{name}}',
    text: '{{tool}} wendet {{name}} aus einem Repository an ({{source}}). Ändern Sie Plan und Einstellungen dort, und löschen Sie die Instanz dort: {{tool}} macht eine Änderung von hier möglicherweise rückgängig und legt eine gelöschte Instanz ohne ihre Daten neu an.',
    menu: 'Von {{tool}} verwaltet: Änderungen im Repository vornehmen.',
    tool: { argocd: 'Argo CD', flux: 'Flux' },
  },
  offer: {
    binding: 'Service-Bindings',
    backup: 'Backups',
    restore: 'Wiederherstellungen',
    instance: 'Instanzen',
    unnamed:
      '{{api}} sind für {{title}} nicht verfügbar: Die API des Service nennt dafür keine API (Annotation klutch.anynines.com/related-apis).',
    notOffered:
      '{{api}} werden nicht angeboten. Ein Plattform-Operator kann sie unter Data Platform → Exportvorlagen anbieten.',
    notBound:
      '{{api}} sind nicht an {{cluster}} gebunden. Ein Plattform-Operator kann sie unter Data Platform → App-Cluster binden.',
    noType:
      'Der Typ dieses Service ist unbekannt, weil der Service nicht mehr angeboten wird. Bitten Sie einen Plattform-Operator, ihn wieder anzubieten.',
    deleting: '{{name}} wird gelöscht.',
  },
  activity: {
    title: 'Aktivität',
    history: 'der Verlauf',
    column: { at: 'Wann', action: 'Was', by: 'Durch' },
    created: '{{what}}: erstellt',
    changed: '{{what}}: geändert',
    changedFields: '{{what}}: {{fields}} geändert',
    protected: '{{what}}: vor dem Löschen geschützt',
    unprotected: '{{what}}: Löschschutz entfernt',
    scheduled: '{{what}}: Zeitplan für Backups gesetzt',
    unscheduled: '{{what}}: Zeitplan für Backups entfernt',
    ownershipChanged: '{{what}}: Eigentümer oder Komponente geändert',
    revealed: '{{what}}: Zugangsdaten angezeigt',
    revealedReason: '{{what}}: Zugangsdaten angezeigt ({{reason}})',
    deleted: '{{what}}: gelöscht',
    claim: {
      instance: 'Instanz',
      binding: 'Service-Binding {{name}}',
      backup: 'Backup {{name}}',
      restore: 'Restore {{name}}',
    },
    schedule: 'Zeitplan für Backups',
    unrecorded: 'nicht im Portal aufgezeichnet',
    client: '{{client}}, außerhalb des Portals',
    events: 'Ereignisse',
    what: 'Ereignisse',
    empty: 'Es ist noch nichts passiert.',
    nothing:
      'Es ist noch nichts aufgezeichnet, oder nur, was zu alt ist, um aufbewahrt zu werden.',
    times_one: 'einmal',
    times_other: '{{count}}-mal',
  },
  delete: {
    protected:
      'Vor dem Löschen geschützt: {{names}}. Solange der Schutz besteht, lässt sich nichts löschen.',
    title: '{{name}} löschen',
    text: 'Die Instanz und alle ihre Daten werden gelöscht, auf {{cluster}} und im Service dahinter. Das lässt sich nicht rückgängig machen.',
    bindings:
      'Zuerst werden die Service-Bindings der Instanz gelöscht; Anwendungen, die sie verwenden, verlieren den Zugriff:',
    backups:
      'Backups der Instanz bleiben im Namespace {{namespace}}; die Seite Instanzen führt sie unten auf. Ohne die Instanz lassen sie sich nur wiederherstellen, wenn der Service in andere Instanzen wiederherstellt:',
    nothing: 'Kein Service-Binding und kein Backup verweist auf die Instanz.',
    unseen:
      'Service-Bindings, die Sie nicht sehen dürfen, bleiben bestehen, und Anwendungen, die sie verwenden, verlieren den Zugriff.',
    more_one: '{{count}} weiteres',
    more_other: '{{count}} weitere',
    managed:
      'Ein GitOps-Werkzeug wendet {{names}} an und würde sie neu erstellen. Entfernen Sie sie zuerst aus seinem Repository; was das Werkzeug stehen lässt, löschen Sie mit kubectl.',
    bindingsForbidden:
      'Sie dürfen ihre Service-Bindings nicht löschen, die zuerst gelöscht werden. Bitten Sie einen Operator von {{cluster}} um das Recht.',
    tooMany:
      '{{total}} Service-Bindings verweisen auf die Instanz, mehr als die {{n}}, die das Portal mit ihr löschen kann. Löschen Sie unter „Verbinden“ oder mit kubectl Service-Bindings, bis höchstens {{n}} übrig sind.',
    loading: 'Service-Bindings und Backups der Instanz werden gesucht …',
    deleting: 'Das Service-Binding {{binding}} wird gelöscht …',
    waiting:
      'Das Löschen des Service-Bindings {{binding}} läuft noch. Wenn Sie diesen Dialog schließen, bleibt die Instanz erhalten.',
    stopped:
      'Das Service-Binding {{binding}} ist noch nicht gelöscht, daher bleiben {{name}} und die Daten erhalten. Löschen Sie {{name}} erneut, sobald das Service-Binding gelöscht ist.',
    action: 'Instanz löschen',
    done: '{{name}} wird gelöscht',
  },
  ...overviewMessages,
  ...connectMessages,
  ...backupsMessages,
  ...changesMessages,
};
