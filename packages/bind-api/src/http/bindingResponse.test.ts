import fc from 'fast-check';
import { names } from '../names';
import {
  decodeBindingResponse,
  encodeBindingResponse,
  readBindingResponse,
} from './bindingResponse';
import type { BindingResponse } from './bindingResponse';

describe('a binding response', () => {
  // These texts have bytes at offsets where the base64 alphabets differ.
  const kubeconfig = Buffer.from('kind: Config # ??>>~~ÿÿ').toString('base64');
  const response: BindingResponse = {
    apiVersion: names.apiVersion,
    kind: 'BindingResponse',
    authentication: {
      oauth2CodeGrant: { sid: 'aB3xY9', id: 'https://issuer/~?>sübject' },
    },
    kubeconfig,
    requests: [
      {
        apiVersion: names.apiVersion,
        kind: 'APIServiceExportRequest',
        metadata: { name: 'things.example.com' },
        spec: {
          resources: [
            {
              group: 'example.com',
              resource: 'things',
              permissionClaims: [{ resource: 'secrets', version: 'v1' }],
            },
          ],
        },
      },
    ],
  };

  it('is encoded for a query in the standard alphabet', () => {
    const url = new URL(
      `http://localhost:1/callback?a=b&response=${encodeBindingResponse(response)}`,
    );
    const text = url.searchParams.get('response') ?? '';
    expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
    expect(decodeBindingResponse(text, 'aB3xY9')).toEqual({
      ok: true,
      value: response,
    });
  });

  it('is read in either alphabet with any content (B9)', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.uint8Array({ minLength: 1 }),
        (id, config) => {
          const sent: BindingResponse = {
            ...response,
            authentication: { oauth2CodeGrant: { sid: 's', id } },
            kubeconfig: Buffer.from(config).toString('base64'),
          };
          const standard = decodeURIComponent(encodeBindingResponse(sent));
          const url = standard.replaceAll('+', '-').replaceAll('/', '_');
          const blanks = standard.replaceAll('+', ' ');
          for (const text of [standard, url, blanks, url.replaceAll('=', '')]) {
            const result = decodeBindingResponse(text, 's');
            expect(result.ok && result.value.kubeconfig).toBe(sent.kubeconfig);
            expect(result.ok && result.value.authentication).toEqual({
              oauth2CodeGrant: { sid: 's', id: Buffer.from(id).toString() },
            });
          }
        },
      ),
    );
  });

  it('of upstream Klutch with Go’s empty values is read', () => {
    const [request] = response.requests;
    const sent = {
      ...response,
      requests: [
        { ...request, kind: undefined, metadata: {}, status: {} },
        { ...request, kind: 'Unchecked' },
      ],
    };
    expect(readBindingResponse(sent, 'aB3xY9')).toEqual({
      ok: true,
      value: {
        ...response,
        requests: [{ ...request, metadata: {}, status: {} }, request],
      },
    });
    expect(readBindingResponse({ ...sent, requests: null })).toMatchObject({
      ok: true,
      value: { requests: [] },
    });
  });

  it('has no fields beyond its type', () => {
    const [request] = response.requests;
    const claim = { resource: 'secrets', version: 'v1', required: false };
    const spec = {
      parameters: null,
      resources: [
        { resource: 'a', versions: null, permissionClaims: null },
        { resource: 'b', permissionClaims: [{ ...claim, selector: null }] },
      ],
    };
    const metadata = {
      name: 'things.example.com',
      namespace: 'kube-system',
      labels: { a: 'b' },
      creationTimestamp: null,
    };
    const result = readBindingResponse({
      ...response,
      more: 1,
      requests: [{ ...request, metadata, spec, status: null, more: 1 }],
    });
    expect(result).toEqual({
      ok: true,
      value: {
        ...response,
        requests: [
          {
            ...request,
            spec: {
              resources: [
                { resource: 'a' },
                { resource: 'b', permissionClaims: [claim] },
              ],
            },
          },
        ],
      },
    });
    expect(JSON.stringify(result)).not.toMatch(/null|more|kube-system/);
  });

  it.each([
    ['YWI+Pz8/', 'YWI+Pz8/'],
    ['YWI-Pz8_', 'YWI+Pz8/'],
    ['YQ', 'YQ=='],
    ['YW\r\nI=\n', 'YWI='],
  ])('returns kubeconfig %j in the standard alphabet', (sent, standard) => {
    const result = readBindingResponse({ ...response, kubeconfig: sent });
    expect(result.ok && result.value.kubeconfig).toBe(standard);
  });

  it.each(['', 'a', 'YWIxa', '   ', 'YWI Pz8/', '\r\n', '=', 'not: base64'])(
    'is refused with kubeconfig %j',
    sent => {
      const result = readBindingResponse({ ...response, kubeconfig: sent });
      expect(result.ok ? 'ok' : result.error).toContain(
        'kubeconfig must be base64',
      );
    },
  );

  it.each<[unknown, string]>([
    [{ ...response, apiVersion: 'v1alpha1' }, 'apiVersion must be klutch'],
    [{ ...response, kind: 'Status' }, 'kind must be BindingResponse'],
    [{ ...response, authentication: {} }, 'oauth2CodeGrant is missing'],
    [
      { ...response, authentication: { oauth2CodeGrant: { sid: 'x' } } },
      'sid belongs to another login',
    ],
    [{ ...response, kubeconfig: null }, 'kubeconfig is missing'],
    [
      {
        ...response,
        requests: [{ apiVersion: 'v1', spec: { resources: [] } }],
      },
      'requests[0].apiVersion must be klutch',
    ],
    [
      {
        ...response,
        requests: [
          {
            apiVersion: names.apiVersion,
            spec: { resources: [{ resource: 'a', permissionClaims: 'x' }] },
          },
        ],
      },
      'requests[0].spec.resources[0].permissionClaims must be a list, but is a string',
    ],
  ])('is refused with an error message: %#', (answer, message) => {
    const result = readBindingResponse(answer, 'aB3xY9');
    expect(result.ok ? 'ok' : result.error).toContain(message);
  });

  it('needs no code grant when the client fetched the response itself', () => {
    const answer = { ...response, authentication: {} };
    expect(readBindingResponse(answer).ok).toBe(true);
  });

  it('is refused when it is not base64 of JSON, with a message that does not quote it', () => {
    for (const text of [
      '',
      '?',
      'geheim!',
      Buffer.from('geheim').toString('base64'),
    ]) {
      const result = decodeBindingResponse(text, 's');
      expect(result.ok ? 'ok' : result.error).not.toMatch(/geheim|Z2Vo|^ok$/);
    }
  });

  it('never makes its readers throw', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        for (const result of [
          readBindingResponse(value, 's'),
          decodeBindingResponse(text, 's'),
          decodeBindingResponse(
            Buffer.from(JSON.stringify(text)).toString('base64'),
            's',
          ),
        ]) {
          expect(result.ok || result.error.endsWith('.')).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
