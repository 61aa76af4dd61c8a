/** Finds the credentials that people reveal in windows wherever they do not belong. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { Traffic } from './Traffic';

/** The answer that has the credentials. */
const REVEAL = /\/reveal$/;

interface Revealed {
  fields: { value: string; secret: boolean }[];
}

export class RevealedCredentials {
  readonly #traffic = new Map<Page, Traffic>();
  readonly #answers: Promise<string[]>[] = [];

  /** Records what the page exchanges from now on, and the credentials that it reveals. */
  watch(page: Page): void {
    this.#traffic.set(page, new Traffic(page));
    page.on('response', response => {
      const { pathname } = new URL(response.url());
      if (!REVEAL.test(pathname) || !response.ok()) return;
      this.#answers.push(
        response
          .json()
          .then(({ fields }: Revealed) =>
            fields
              .filter(({ secret, value }) => secret && value)
              .map(({ value }) => value),
          ),
      );
    });
  }

  /**
   * The places in the watched pages, which are open, where credentials are besides the answers to reveals; never the
   * credentials. The pages are watched no longer.
   */
  async leaks(): Promise<string[]> {
    const secrets = await this.#secrets();
    const traffics = [...this.#traffic.values()];
    this.#traffic.clear();
    const places = await Promise.all(
      traffics.flatMap(traffic =>
        secrets.map(secret => traffic.placesOf(secret)),
      ),
    );
    const wrong = places.flat().filter(place => !REVEAL.test(place));
    return [...new Set(wrong)].map(place => `Credentials are in ${place}.`);
  }

  /** The files of a folder in which credentials are. */
  async leaksInFiles(folder: string): Promise<string[]> {
    const secrets = await this.#secrets();
    const files = await Promise.all(
      (await readdir(folder)).map(async name => ({
        name,
        text: await readFile(join(folder, name), 'utf8'),
      })),
    );
    return files
      .filter(({ text }) => secrets.some(secret => text.includes(secret)))
      .map(({ name }) => `Credentials are in ${name}.`);
  }

  async #secrets(): Promise<string[]> {
    return [...new Set((await Promise.all(this.#answers)).flat())];
  }
}
