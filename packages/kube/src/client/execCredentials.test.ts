import { eventually } from '../testing/eventually';
import { fakeTimeouts } from './__testUtils__/fakeTimeouts';
import { execCredentials } from './execCredentials';
import { useExecPlugin } from './__testUtils__/useExecPlugin';

const program = useExecPlugin();
const credentialsWith = (more: object = {}) =>
  execCredentials({ name: 'somebody', exec: program.exec(more) });

afterEach(() => void jest.useRealTimers());

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it('runs the program once for all waiting requests, with its arguments and environment', async () => {
  await program.answer({ token: 'one', expirationTimestamp: inMs(60_000) });
  const credentials = credentialsWith({
    args: ['login', '--quietly'],
    env: [{ name: 'EXTRA', value: 'extra' }],
  });
  const given = await Promise.all(
    Array.from({ length: 10 }, () => credentials.current()),
  );
  expect(new Set(given.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer one']),
  );
  const [run, ...more] = await program.runs();
  expect(more).toEqual([]);
  expect(run).toContain('login --quietly extra {');
  expect(run).toContain(
    '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":{"interactive":false}}',
  );
});

it('caches credentials without expiry, and unexpired ones', async () => {
  await program.answer({ token: 'one' });
  const credentials = credentialsWith();
  await credentials.current();
  await credentials.current();
  expect(await program.runs()).toHaveLength(1);
});

it('runs the program again once the credentials have expired', async () => {
  await program.answer({ token: 'one', expirationTimestamp: inMs(-1) });
  const credentials = credentialsWith();
  expect(await credentials.current()).toEqual({ authorization: 'Bearer one' });
  await program.answer({ token: 'two', expirationTimestamp: inMs(60_000) });
  expect(await credentials.current()).toEqual({ authorization: 'Bearer two' });
  await credentials.current();
  expect(await program.runs()).toHaveLength(2);
});

it('runs the program once more after a refusal, for all refused requests', async () => {
  await program.answer({ token: 'one' });
  const credentials = credentialsWith();
  const refused = await credentials.current();
  expect(await credentials.refresh(refused)).toBe(false);
  await program.answer({ token: 'two' });
  const results = await Promise.all(
    Array.from({ length: 5 }, () => credentials.refresh(refused)),
  );
  expect(results).toEqual(Array(5).fill(true));
  expect(await credentials.current()).toEqual({ authorization: 'Bearer two' });
  expect(await program.runs()).toHaveLength(3);
});

it('accepts a client certificate with its key, but none without a key', async () => {
  await program.answer({ clientCertificateData: 'C', clientKeyData: 'K' });
  expect(await credentialsWith().current()).toEqual({
    certificate: { cert: 'C', key: 'K' },
  });
  await program.answer({ clientCertificateData: 'C' });
  await expect(credentialsWith().current()).rejects.toThrow(
    'returned no credentials',
  );
});

it.each([
  ['fails', 'echo secret-word >&2; exit 1'],
  ['prints nothing', 'true'],
  ['prints other text', 'echo \'secret-word {"status": 1}\''],
  ['returns no status', 'echo "{}"'],
  ['returns an empty status', 'echo \'{"status":{}}\''],
])(
  'reports what to do when the program %s, without quoting its output',
  async (_how, line) => {
    await program.write(line);
    const failure = credentialsWith().current();
    await expect(failure).rejects.toThrow('Run it by hand to see why.');
    await expect(failure).rejects.not.toThrow('secret-word');
  },
);

it('does not sign in with a token that no header can carry', async () => {
  await program.answer({ token: 'secret-word\nand more' });
  const failure = credentialsWith().current();
  await expect(failure).rejects.toThrow('returned no credentials');
  await expect(failure).rejects.not.toThrow('secret-word');
});

it('tries again after a failure', async () => {
  await program.write('exit 1');
  const credentials = credentialsWith();
  await expect(credentials.current()).rejects.toThrow(
    'returned no credentials',
  );
  await program.answer({ token: 'one' });
  expect(await credentials.current()).toEqual({ authorization: 'Bearer one' });
});

it('reports how to install a missing program', async () => {
  const missing = credentialsWith({
    command: 'not-there-at-all',
    installHint: '\nGet it from example.org.\n',
  }).current();
  await expect(missing).rejects.toThrow(
    'The program "not-there-at-all" of the kubeconfig\'s user "somebody" cannot be found. Install it where this process runs. Get it from example.org.',
  );
});

it('refuses an interactive program', () => {
  expect(() => credentialsWith({ interactiveMode: 'Always' })).toThrow(
    'not available here',
  );
});

it('lets a caller abort', async () => {
  await program.write('sleep 1');
  const signal = AbortSignal.abort(new Error('changed my mind'));
  await expect(credentialsWith().current(signal)).rejects.toThrow(
    'changed my mind',
  );
});

it('kills a program that hangs, and starts it again for the next request', async () => {
  await program.write("trap '' TERM", 'exec sleep 600');
  fakeTimeouts();
  const credentials = credentialsWith();
  const waiting = [credentials.current(), credentials.current()];
  await eventually(
    'the program runs',
    async () => (await program.runs()).length === 1,
  );
  const [pid = 0] = await program.pids();
  jest.advanceTimersByTime(60_000);
  for (const given of waiting) {
    await expect(given).rejects.toThrow(
      'returned no credentials within 60 s, and was killed. Run it by hand to see why.',
    );
  }
  await eventually('the program has ended', () => !isRunning(pid));
  await program.answer({ token: 'one' });
  expect(await credentials.current()).toEqual({ authorization: 'Bearer one' });
  expect(await program.runs()).toHaveLength(2);
});

it('does not start a second program when the callers of the first aborted', async () => {
  await program.write('exec sleep 600');
  fakeTimeouts();
  const credentials = credentialsWith();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const stop = new AbortController();
    const given = credentials.current(stop.signal);
    await eventually(
      'the program runs',
      async () => (await program.runs()).length > 0,
    );
    stop.abort(new Error('changed my mind'));
    await expect(given).rejects.toThrow('changed my mind');
  }
  const last = credentials.current();
  jest.advanceTimersByTime(60_000);
  await expect(last).rejects.toThrow('within 60 s');
  expect(await program.runs()).toHaveLength(1);
});
