/** Checks for WCAG 2.1 AA. */
import { run } from 'axe-core';

/**
 * The rules that an element of the page violates, one line each with the first element that violates it. Colors are
 * checked in the browser, since jsdom computes none.
 */
export async function violationsOf(element: Element): Promise<string[]> {
  const { violations } = await run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.map(({ id, nodes: [node] }) => `${id}: ${node?.html}`);
}
