import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { relatedComposition } from './claimChoices';
import { specSchemaOf } from './schema';

/** The schema of a claim's `spec`, as this project's XRD of the API has it. */
const schemaOf = (api: string) =>
  specSchemaOf(
    parse(
      readFileSync(
        resolve(
          __dirname,
          `../../../../crossplane/apis/${api}/definition.yaml`,
        ),
        'utf8',
      ),
    ).spec.versions[0].schema.openAPIV3Schema,
  );

it('is the preferred one where several are of the automation', () => {
  const schema = {
    'x-kubernetes-validations': [
      {
        rule: "self.compositionRef.name in ['acme-eu', 'acme-us', 'other-us']",
      },
    ],
  };
  const of = (preferred?: string) =>
    relatedComposition('acme-queue', schema, preferred);
  expect(of('acme-us')).toBe('acme-us');
  expect(of('other-us')).toBe('acme-eu');
  expect(of()).toBe('acme-eu');
});

it.each([
  ['servicebinding', 'a8s-postgresql', 'a8s-servicebinding'],
  ['backup', 'a8s-postgresql', 'a8s-backup'],
  ['restore', 'a8s-backup', 'a8s-restore'],
  // Of the API's own default, which no rule needs to name.
  ['backup', 'a9s-postgresql', undefined],
  ['backup', undefined, undefined],
])('of %s for %s is %s', (api, composition, expected) => {
  expect(relatedComposition(composition, schemaOf(api))).toBe(expected);
});
