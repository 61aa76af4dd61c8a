import { readable } from './__testUtils__/readable';

const inBase64 = (text: string, alphabet: 'base64' | 'base64url') =>
  Buffer.from(text).toString(alphabet);

it.each(['base64', 'base64url'] as const)(
  'finds what is in %s, behind a path and within one another',
  alphabet => {
    const kubeconfig = inBase64('users: [{token: canary-token??>}]', alphabet);
    const answer = inBase64(JSON.stringify({ kubeconfig }), alphabet);
    for (const text of [kubeconfig, answer]) {
      expect(readable(`"${text}"`)).toContain('canary-token');
      for (const path of ['/a/', '/ab/', '/abc/', '/abcd/']) {
        expect(readable(`GET ${path}${text} 200`)).toContain('canary-token');
      }
    }
    expect(readable('a plain canary')).toBe('a plain canary');
  },
);
