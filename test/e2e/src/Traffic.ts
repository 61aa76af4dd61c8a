/** What a page exchanges with servers, to find out where a credential went. */
import type { Page } from 'playwright-core';

/** A place, and the text there. */
type Placed = readonly [place: string, text: string];

export class Traffic {
  readonly #exchanged: Promise<Placed>[] = [];

  /** @param page - recorded from now on */
  constructor(private readonly page: Page) {
    const record = (place: string, text: Promise<string>) =>
      this.#exchanged.push(
        text.then(
          value => [place, value],
          // The body of a redirect or of an ended download cannot be read.
          () => [place, ''],
        ),
      );
    page.on('request', request =>
      record(
        'a request',
        Promise.resolve(`${request.url()} ${request.postData()}`),
      ),
    );
    page.on('response', response => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) record(pathname, response.text());
    });
    page.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) =>
        record('a signal', Promise.resolve(String(payload))),
      ),
    );
  }

  /** Where a text was or is: paths of responses, requests, signals, the storage of the browser, the present page. */
  async placesOf(text: string): Promise<string[]> {
    const stored = await this.page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    const all: Placed[] = [
      ...(await Promise.all(this.#exchanged)),
      ['the storage', stored],
      ['the page', await this.page.content()],
    ];
    return all.filter(([, found]) => found.includes(text)).map(([at]) => at);
  }
}
