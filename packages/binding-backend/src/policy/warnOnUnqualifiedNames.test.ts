import type { APIServiceExportTemplate } from '@klutch/bind-api';
import type { CacheChange } from '@klutch/kube';
import { policyAnnotations } from '../backendNames';
import { planTemplate } from '../roles/templateRole';
import { recordingLogger } from '../testing/__testUtils__/browser';
import { databases } from '../testing/samples';
import { audienceOf } from './audience';
import { portalIssuer } from './mayBind';
import { warnOnUnqualifiedNames } from './warnOnUnqualifiedNames';

const issuer = 'https://id.test';
const [open] = planTemplate({ ...databases, namespace: 'default' });
const only = (groups: string): APIServiceExportTemplate => ({
  ...open,
  metadata: {
    ...open.metadata,
    annotations: { [policyAnnotations.groups]: groups },
  },
});
const bare = only('team-a');
const named = only(`${issuer}#team-a`);

const two = [issuer, portalIssuer];

/** The log lines for a template in all its states, in order. */
const logged = (
  issuers: readonly string[],
  ...states: APIServiceExportTemplate[]
): string[] => {
  const lines: string[] = [];
  let notify: (
    change: CacheChange<APIServiceExportTemplate>,
  ) => void = () => {};
  const templates = {
    subscribe: (listener: typeof notify) => {
      notify = listener;
      return () => undefined;
    },
  };
  const audience = audienceOf({ issuers });
  warnOnUnqualifiedNames({
    templates,
    audience,
    logger: recordingLogger(lines),
  });
  states.forEach((object, at) => {
    const previous = states[at - 1];
    notify({
      type: previous ? 'updated' : 'added',
      key: 'default/databases.example.test',
      object,
      ...(previous && { previous }),
      source: 'watch',
    });
  });
  return lines;
};

it('R12: logs lists without an issuer when there are several issuers', () => {
  const lines = logged(two, bare);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    api: 'databases.example.test',
    message: expect.stringContaining('Write <issuer>#<name>'),
  });
});

it('logs lists that are written later, once', () => {
  expect(logged(two, open, named, bare, bare)).toHaveLength(1);
  expect(logged(two, bare, named, bare)).toHaveLength(2);
});

it('logs nothing with one issuer, or when every name has its issuer', () => {
  expect(logged([], bare)).toEqual([]);
  expect(logged([issuer], bare)).toEqual([]);
  expect(logged([issuer, issuer], bare)).toEqual([]); // Two clients of one provider.
  expect(logged(two, open, named)).toEqual([]);
});
