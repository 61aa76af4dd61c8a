import type { AccessReviews, AccessSubject } from '../identity/AccessReviews';
import type { AccessRules } from '../identity/accessRules';
import { reviewAccess } from './reviewAccess';

const claim = {
  ref: { cluster: 'a', namespace: 'team-a', resource: 'sqls.g.io', name: 'db' },
  info: { type: 'instance', relatedApis: { backup: 'backups.g.io' } },
} as const;

const incomplete: AccessRules = { incomplete: true, resourceRules: [] };

/** The access by rules, on a cluster that gives these answers to single reviews, and these rules of the namespace. */
async function accessBy(
  rules: AccessRules | undefined,
  answers: Record<string, boolean | undefined> = {},
  inNamespace = rules,
) {
  const asked: string[] = [];
  const reviews: Pick<AccessReviews, 'rulesIn' | 'hasRight'> = {
    rulesIn: async () => inNamespace,
    hasRight: async (_subject, { verb, resource, namespace, name = '*' }) => {
      asked.push(`${verb} ${resource} ${namespace}/${name}`);
      return answers[`${verb} ${resource}`];
    },
  };
  const access = await reviewAccess(reviews, {} as AccessSubject, rules, claim);
  return { access, asked };
}

it('asks nothing where the rules are complete, or unknown', async () => {
  const { asked } = await accessBy({ incomplete: false, resourceRules: [] });
  expect(asked).toEqual([]);
  expect((await accessBy(undefined)).asked).toEqual([]);
});

it('asks for each right that incomplete rules may have left out', async () => {
  const { access, asked } = await accessBy(incomplete, {
    'patch sqls.g.io': false,
    'create sqls.g.io': true,
    'create backups.g.io': false,
    'delete sqls.g.io': false,
    'get secrets': false,
    'list backups.g.io': false,
  });
  expect(asked).toContain('create sqls.g.io team-a/*');
  expect(asked).toContain('patch sqls.g.io team-a/db');
  expect(access).toEqual({
    // Nothing was said about backups, so the cluster decides.
    change: ['backup'],
    create: ['instance'],
    delete: ['backup'],
    reveal: false,
    hidden: ['backup'],
  });
});

it('believes the rules of the namespace that allow more than the answers, as those that name objects', async () => {
  const { access } = await accessBy(
    incomplete,
    { 'patch sqls.g.io': false },
    {
      incomplete: true,
      resourceRules: [
        {
          apiGroups: ['g.io'],
          resources: ['sqls'],
          verbs: ['patch'],
          resourceNames: ['db'],
        },
      ],
    },
  );
  expect(access.change).toContain('instance');
});
