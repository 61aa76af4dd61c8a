/** Requests to an OpenSearch. */
import { Agent, request } from 'undici';
import { basicAuth } from './httpCredentials';
import type { Credentials } from './ServiceUse';

/** Answer of the search engine; rejects with its reason when it refuses. */
export async function callSearchEngine(
  credentials: Credentials,
  {
    url,
    method = 'GET',
    body,
  }: { url: string; method?: 'GET' | 'PUT' | 'DELETE'; body?: object },
): Promise<{ status: number; body: { count?: number } }> {
  const dispatcher = new Agent({ connect: { ca: credentials.cacrt } });
  try {
    const response = await request(url, {
      dispatcher,
      method,
      headers: {
        ...basicAuth(credentials),
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 400 && response.statusCode !== 404) {
      throw new Error(
        `${method} is answered with ${response.statusCode}: ${text}`,
      );
    }
    return { status: response.statusCode, body: JSON.parse(text) };
  } finally {
    await dispatcher.close();
  }
}
