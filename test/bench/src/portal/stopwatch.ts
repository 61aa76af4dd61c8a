// Times what a page does after an input, by the page's own clock.
import type { Page } from 'playwright-core';

const timeoutMs = 20_000;

/** A script in text form, because the compiler adds calls of helpers to functions that pages do not have. */
const script = (
  type: string,
  condition: string,
) => `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('Was not shown: ' + ${JSON.stringify(condition)})), ${timeoutMs});
  let startMs;
  const start = () => { startMs = performance.now(); };
  addEventListener('${type}', start, true);
  const check = () => {
    if (startMs === undefined || !(${condition})) {
      requestAnimationFrame(check);
      return;
    }
    removeEventListener('${type}', start, true);
    resolve(performance.now() - startMs);
  };
  check();
})`;

/**
 * Milliseconds from the last event of this type, which the input causes, until the frame in which the condition holds.
 *
 * @throws when it does not hold after 20 s
 * @param condition - expression that the page evaluates in each frame
 */
export async function timeInput(
  page: Page,
  type: 'click' | 'input',
  input: () => Promise<unknown>,
  condition: string,
): Promise<number> {
  const [milliseconds] = await Promise.all([
    page.evaluate<number>(script(type, condition)),
    input(),
  ]);
  return milliseconds;
}
