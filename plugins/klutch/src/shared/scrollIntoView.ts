/** Scrolls as little as necessary; also a ref, of an element that has to be seen as soon as it appears. */
export const scrollIntoView = (element: HTMLElement | null) =>
  // Not in jsdom.
  element?.scrollIntoView?.({ block: 'nearest' });
