/** Texts of the fields for software templates, in German. */
import type { scaffolderMessages as english } from '../scaffolder';
import type { Translated } from '../translate';

export const scaffolderMessages: Translated<typeof english> = {
  noResource:
    'Dieses Feld kennt seinen Service nicht. Bitten Sie den Autor der Vorlage, ui:options.resource auf die API des Service zu setzen, zum Beispiel postgresqlinstances.anynines.com.',
  target: 'App-Cluster und Namespace',
  plan: 'Version und Plan',
  versionFirst: 'Wählen Sie zuerst eine Version: Die Pläne hängen davon ab.',
  instance: {
    title: 'Instanz',
    invalid: 'Wählen Sie eine Instanz aus der Liste.',
    empty: 'Es gibt noch keine Instanz zur Auswahl, die Sie sehen dürfen.',
    create: 'Eine Instanz in einem neuen Tab erstellen',
    noMatch: 'Keine Instanz passt. Suchen Sie nach einem anderen Namen.',
    more_one:
      '{{count}} weitere Instanz: Geben Sie einen Namen ein, um sie zu finden.',
    more_other:
      '{{count}} weitere Instanzen: Geben Sie einen Namen ein, um eine zu finden.',
    open: 'Instanzen zeigen',
    clear: 'Leeren',
  },
  owner: {
    invalid: 'Wählen Sie einen Eigentümer aus der Liste.',
  },
};
