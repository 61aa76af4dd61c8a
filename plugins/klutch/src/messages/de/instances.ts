/** Texts of the list of instances, in German. */
import type { instancesMessages as english } from '../instances';
import type { Translated } from '../translate';

export const instancesMessages: Translated<typeof english> = {
  what: 'Instanzen',
  search: 'Instanzen suchen',
  cluster: 'App-Cluster',
  namespace: 'Namespace',
  service: 'Service',
  state: 'Status',
  owner: 'Eigentümer',
  any: 'Alle',
  incomplete:
    'Möglicherweise fehlen hier Instanzen: Ein App-Cluster ist nicht erreichbar oder wurde gerade erst verbunden.',
  clear: 'Filter zurücksetzen',
  empty:
    'Sie haben noch keine Instanzen. Bestellen Sie eine unter „Services“: Das dauert eine Minute.',
  emptyAction: 'Services öffnen',
  noMatch: 'Keine Instanz entspricht diesen Filtern.',
  column: {
    name: 'Name',
    service: 'Service',
    plan: 'Plan',
    where: 'Wo',
    state: 'Status',
    lastBackup: 'Letztes Backup',
    owner: 'Eigentümer',
    age: 'Alter',
  },
  noBackup: 'Keines',
  selected_one: '1 Instanz ausgewählt',
  selected_other: '{{count}} Instanzen ausgewählt',
  selectAll: 'Alle Instanzen dieser Seite auswählen',
  select: '{{name}} auswählen',
  clearSelection: 'Auswahl aufheben',
  backUp: 'Jetzt sichern',
  protect: 'Vor dem Löschen schützen',
  backedUp_one: '1 Backup wurde gestartet',
  backedUp_other: '{{count}} Backups wurden gestartet',
  protected_one: '1 Instanz ist vor dem Löschen geschützt',
  protected_other: '{{count}} Instanzen sind vor dem Löschen geschützt',
  failed: 'Nicht erledigt für diese Instanzen, die ausgewählt bleiben:',
};
