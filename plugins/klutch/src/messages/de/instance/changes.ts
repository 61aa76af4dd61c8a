/** Texts of the dialogs that change an instance, in German. */
import type { changesMessages as english } from '../../instance/changes';
import type { Translated } from '../../translate';

export const changesMessages: Translated<typeof english> = {
  ownership: {
    title: 'Eigentümer und Komponente von {{name}}',
    explain:
      'Der Katalog zeigt die Instanz mit beiden. Sie ändern keine Rechte auf dem App-Cluster.',
    saved: 'Eigentümer und Komponente wurden gespeichert',
    present: 'Was jemand anderes gesetzt hat',
    values: 'Eigentümer: {{owner}}. Komponente: {{component}}.',
  },
  settings: {
    title: 'Einstellungen von {{name}}',
    action: 'Änderungen anwenden',
    unknown:
      'Die Einstellungen sind nicht bekannt, weil die Control Plane den Service zurzeit nicht anbietet.',
    anyway: 'Meine Änderungen trotzdem anwenden',
    changes: 'Änderungen',
    change: '{{before}} → {{after}}',
    default: 'Standardwert',
    started: '{{name}} ändert seine Einstellungen.',
    conflict: 'Inzwischen hat jemand anderes diese Einstellungen geändert',
    theirs: '{{before}} → {{after}}; von Ihnen nicht geändert',
    both: '{{before}} → {{after}}; mit Ihrer Änderung {{yours}}',
    startAgain: 'Neu beginnen',
  },
  protection: {
    on: '{{name}} ist vor dem Löschen geschützt.',
    off: '{{name}} lässt sich jetzt löschen.',
    delete:
      'Um die Instanz zu löschen, heben Sie zuerst ihren Löschschutz auf.',
    remove: 'Löschschutz aufheben',
    removeLabel: 'Löschschutz von {{name}} aufheben',
  },
  changePlan: {
    title: 'Plan von {{name}} ändern',
    action: 'Plan ändern',
    to: 'Zu {{plan}} wechseln',
    text: 'Der aktuelle Plan ist {{plan}}. Zu diesen Plänen kann die Instanz wechseln.',
    none: 'Die Instanz kann vom Plan {{plan}} zu keinem anderen wechseln: Die Regeln des Service erlauben es nicht.',
    unknown:
      'Zu welchen Plänen die Instanz wechseln kann, ist nicht bekannt, weil die Control Plane den Service zurzeit nicht anbietet.',
    present: 'Der aktuelle Plan.',
    started: '{{name}} wechselt zu {{plan}}.',
  },
  changeVersion: {
    text: 'Die aktuelle Version ist {{version}}. Zu diesen Versionen kann die Instanz wechseln.',
    fixed: '{{version}} lässt sich an der Instanz nicht ändern',
    instead:
      'Die API des Service sagt: {{reason}}. Für eine andere Version ({{versions}}) stellen Sie ein Backup in einer neuen Instanz dieser Version wieder her, sofern der Service das kann.',
    restore: 'Version der neuen Instanz',
    restoreHelp:
      'Nicht jeder Service kann ein Backup einer Version in einer anderen wiederherstellen; der Status der Wiederherstellung zeigt es.',
  },
};
