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

/** What is told of a template in all its states, one after the other. */
const logged = (
  issuers: readonly string[],
  ...states: APIServiceExportTemplate[]
): string[] => {
  const lines: string[] = [];
  let hear: (change: CacheChange<APIServiceExportTemplate>) => void = () => {};
  const templates = {
    subscribe: (listener: typeof hear) => {
      hear = listener;
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
    hear({
      type: previous ? 'updated' : 'added',
      key: 'default/databases.example.test',
      object,
      ...(previous && { previous }),
      source: 'watch',
    });
  });
  return lines;
};

it('R12: tells of lists that name no issuer, where people come from several', () => {
  const lines = logged(two, bare);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    api: 'databases.example.test',
    message: expect.stringContaining('Write <issuer>#<name>'),
  });
});

it('tells of lists that are written later, once', () => {
  expect(logged(two, open, named, bare, bare)).toHaveLength(1);
  expect(logged(two, bare, named, bare)).toHaveLength(2);
});

it('is silent where there is one issuer, and where all are named', () => {
  expect(logged([], bare)).toEqual([]);
  expect(logged([issuer], bare)).toEqual([]);
  expect(logged([issuer, issuer], bare)).toEqual([]); // two clients of one provider
  expect(logged(two, open, named)).toEqual([]);
});
