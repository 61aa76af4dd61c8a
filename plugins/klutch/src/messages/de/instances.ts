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
  filters: 'Filter',
  clear: 'Filter zurücksetzen',
  empty:
    'Sie haben noch keine Instanzen. Bestellen Sie eine unter „Services“: Das dauert eine Minute.',
  emptyAction: 'Services öffnen',
  notListed:
    'Es gibt Instanzen in Namespaces, in denen Sie ({{user}}) keine auflisten dürfen. Wenn Ihr Team welche davon hat, bitten Sie einen Plattform-Operator um das Recht, sie aufzulisten.',
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
  deleted: {
    show: 'Backups gelöschter Instanzen anzeigen',
    none: 'Es gibt keine, die Sie sehen dürfen.',
    title: 'Backups gelöschter Instanzen',
    text: 'Sie sind geblieben, als ihre Instanzen gelöscht wurden, und belegen Speicher, bis auch sie gelöscht sind.',
    instance: 'Instanz',
    notElsewhere:
      'Dieser Service stellt ein Backup nur in der eigenen Instanz wieder her, und die ist gelöscht.',
    restoreTitle: 'Aus {{name}} wiederherstellen',
    restore: 'Wiederherstellen',
    restoreText:
      'Die Instanz dieses Backups ist gelöscht. Wählen Sie eine Instanz im Namespace {{namespace}}, deren Daten überschrieben werden, oder erstellen Sie zuerst eine.',
    target: 'Wiederherstellen in',
    create: 'Instanz erstellen',
  },
  selectAll: 'Alle Instanzen dieser Seite auswählen',
  select: '{{name}} auswählen',
  clearSelection: 'Auswahl aufheben',
  backUp: 'Jetzt sichern',
  protect: 'Vor dem Löschen schützen',
  backedUp_one: '1 Backup wurde gestartet',
  backedUp_other: '{{count}} Backups wurden gestartet',
  protected_one: '1 Instanz ist vor dem Löschen geschützt',
  protected_other: '{{count}} Instanzen sind vor dem Löschen geschützt',
  forbidden: {
    backUp:
      'Sie dürfen keine Backups der ausgewählten Instanzen auf {{clusters}} bestellen. Bitten Sie dort einen Operator um das Recht; Ihr Benutzername ist {{user}}.',
    protect:
      'Sie dürfen die ausgewählten Instanzen auf {{clusters}} nicht ändern. Bitten Sie dort einen Operator um das Recht; Ihr Benutzername ist {{user}}.',
  },
  failed: 'Bei diesen Instanzen nicht getan:',
  away: 'Ihre App-Cluster sind nicht erreichbar.',
};
