import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// The first page that a test file renders loads the UI libraries, which can exceed the default timeout of one second.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);

// JSS adds no style sheets outside of a browser. With style sheets, jsdom matches every element against every CSS rule
// whenever a query checks whether an element is visible, which took most of the time of the page tests.
jest.mock('is-in-browser', () => ({
  __esModule: true,
  default: false,
  isBrowser: false,
}));

// The same for the rules of the browser's own style sheet, a quarter of the time: without style sheets of a page, the
// style of an element is what its attribute says.
const { getComputedStyle } = window;
window.getComputedStyle = (element, pseudoElement) =>
  document.styleSheets.length > 0
    ? getComputedStyle(element, pseudoElement)
    : (element as HTMLElement).style;
