/** Ref of an element that has to be seen as soon as it appears, such as an error above or below a long form. */
export const scrollIntoView = (element: HTMLElement | null) =>
  // Not in jsdom.
  element?.scrollIntoView?.({ block: 'nearest' });
