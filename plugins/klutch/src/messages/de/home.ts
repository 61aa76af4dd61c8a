/** Texts of the widget for the home page, in German. */
import type { homeMessages as english } from '../home';
import type { Translated } from '../translate';

export const homeMessages: Translated<typeof english> = {
  label: 'Data Services',
  states: 'Instanzen nach Zustand',
  attention: 'Braucht Aufmerksamkeit',
  nothingWrong: 'Keine Instanz braucht Aufmerksamkeit.',
  empty: 'Sie haben noch keine Instanzen.',
  order: 'Data Service bestellen',
  all: 'Alle Instanzen ({{total}})',
};
