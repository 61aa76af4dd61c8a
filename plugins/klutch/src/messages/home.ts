/** Texts of the widget for the home page. */
export const homeMessages = {
  label: 'data services',
  states: 'Instances by state',
  attention: 'Needs attention',
  nothingWrong: 'No instance needs attention.',
  empty: 'You have no instances yet.',
  order: 'Order a data service',
  all: 'All instances ({{total}})',
} as const;
