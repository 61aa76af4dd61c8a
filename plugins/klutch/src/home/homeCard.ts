/** What the home pages of both frontend systems know of the widget. */
export const homeCard = {
  title: 'Data services',
  description:
    'The instances of data services that you may see, by state, and those that need attention',
  layout: { width: { defaultColumns: 6 }, height: { defaultRows: 5 } },
};
