import { ApiError } from '@klutch/kube';
import { ok } from './Finding';
import { runChecks } from './runChecks';

const failing = (error: unknown) => ({
  name: 'CRDs' as const,
  subject: 'x',
  run: async () => {
    throw error;
  },
});
const refused = (code: number) =>
  new ApiError({ code, reason: 'r', message: 'cannot list "secrets"' });
const hanging = {
  name: 'Rights' as const,
  subject: 'x',
  run: () => new Promise<never>(() => undefined),
};

it('turns errors of checks into findings, in the order of the report', async () => {
  const findings = await runChecks(
    [
      failing(refused(403)),
      failing(refused(401)),
      failing(new Error('broken')),
      hanging,
      {
        name: 'Reachability',
        subject: 'x',
        run: async () => [ok('Reachability', 'good')],
      },
    ],
    { timeoutMs: 20 },
  );
  expect(findings.map(({ message, status }) => `${status} ${message}`)).toEqual(
    [
      'OK good',
      'Failed x: no answer in time',
      'Warning x: not checked, because a right is missing: cannot list "secrets"',
      'Failed x: the credentials are not accepted',
      'Failed x: broken',
    ],
  );
});

it('ends when the user interrupts', async () => {
  const reason = new Error('Ctrl-C');
  await expect(
    runChecks([hanging], {
      timeoutMs: 5_000,
      signal: AbortSignal.abort(reason),
    }),
  ).rejects.toBe(reason);
});
