/** Texts of the settings form, in German. */
import type { settingsMessages as english } from '../settings';
import type { Translated } from '../translate';

export const settingsMessages: Translated<typeof english> = {
  title: 'Einstellungen',
  changed_one: 'Einstellungen ({{count}} geändert)',
  changed_other: 'Einstellungen ({{count}} geändert)',
  help: 'Lassen Sie ein Feld leer, um den Standardwert des Service zu verwenden.',
  none: 'Dieser Service hat keine Einstellungen.',
  wrong: 'Korrigieren Sie die markierten Einstellungen.',
  yaml: 'Geben Sie YAML ein.',
  more: 'Weitere Felder: {{title}}',
  notYaml: 'Das ist kein YAML: {{problem}}.',
  notMapping: 'Geben Sie Felder ein, jedes in der Form „Name: Wert“.',
  notList: 'Geben Sie eine Liste ein, jeden Eintrag nach einem „-“.',
  required: 'Erforderlich, wenn ein anderes Feld der Gruppe gesetzt ist.',
  choice: {
    title: 'Auswahl',
    none: 'Nichts davon',
    choose: 'Füllen Sie die Felder einer Auswahl aus: {{alternatives}}.',
  },
  advanced: 'Erweiterte Einstellungen',
  default: 'Standardwert: {{value}}.',
  problem: {
    integer: 'Geben Sie eine ganze Zahl ein.',
    number: 'Geben Sie eine Zahl ein.',
    enum: 'Wählen Sie einen der aufgeführten Werte.',
    minimum: 'Geben Sie mindestens {{limit}} ein.',
    maximum: 'Geben Sie höchstens {{limit}} ein.',
    exclusiveMinimum: 'Geben Sie mehr als {{limit}} ein.',
    exclusiveMaximum: 'Geben Sie weniger als {{limit}} ein.',
    multipleOf: 'Geben Sie ein Vielfaches von {{limit}} ein.',
    minLength: 'Verwenden Sie mindestens {{limit}} Zeichen.',
    maxLength: 'Verwenden Sie höchstens {{limit}} Zeichen.',
    pattern: 'Geben Sie Text ein, der dem Muster {{limit}} entspricht.',
    required: 'Füllen Sie dieses Feld aus.',
    maxItems: 'Verwenden Sie höchstens {{limit}} Einträge.',
    uniqueItems: 'Verwenden Sie jeden Eintrag nur einmal.',
  },
  list: {
    add: 'Eintrag hinzufügen',
    remove: 'Eintrag entfernen',
    up: 'Nach oben',
    down: 'Nach unten',
  },
};
