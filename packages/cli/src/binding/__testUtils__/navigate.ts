/** Requests as a browser sends them when a user opens an address; `fetch` marks its own as those of scripts. */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** An answer. */
export interface Page {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Opens one address, without following redirects. */
export function open(url: URL | string, method = 'GET'): Promise<Page> {
  return new Promise((resolve, reject) => {
    const headers = {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    httpRequest(url, { method, headers, agent: false }, response => {
      text(response).then(
        body =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: body,
          }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Opens an address and follows redirects. */
export async function navigate(url: URL | string): Promise<Page> {
  let next = new URL(url);
  for (;;) {
    const page = await open(next);
    const { location } = page.headers;
    if (typeof location !== 'string') return page;
    next = new URL(location, next);
  }
}
