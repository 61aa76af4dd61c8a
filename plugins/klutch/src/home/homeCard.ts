/** What the home pages of both frontend systems know of the widget. */
export const homeCard = {
  title: 'My data services',
  description:
    'Your instances of data services by state, and those that need attention',
  layout: { width: { defaultColumns: 6 }, height: { defaultRows: 5 } },
};
