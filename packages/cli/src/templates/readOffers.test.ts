import { toYaml } from '@klutch/bind-api';
import { planTemplate } from '@klutch/binding-backend';
import { parseOffers } from './readOffers';

const claims = [{ group: '', resource: 'secrets', version: 'v1' }];
const [template, ...roles] = planTemplate({
  group: 'example.test',
  resource: 'databases',
  claims,
});
const parse = (source: string) => parseOffers(source, 'other');

it('reads templates, with the roles that follow from their claims', () => {
  const offer = { template, roles };
  expect(parse(toYaml([...roles, template]))).toEqual([offer]);
  expect(parse(toYaml([template]))).toEqual([offer]);
  const outdated = roles.map(role => ({ ...role, rules: [] }));
  expect(parse(toYaml([...outdated, template]))).toEqual([offer]);
});

it('reads a List from the cluster, without fields of the API server', () => {
  const live = {
    ...template,
    metadata: { ...template.metadata, uid: '1', resourceVersion: '2' },
  };
  const list = { apiVersion: 'v1', kind: 'List', items: [live] };
  expect(parse(JSON.stringify(list))).toEqual([{ template, roles }]);
});

it('gives a template without a namespace the default one', () => {
  const { namespace: _, ...metadata } = template.metadata;
  const [offer] = parse(JSON.stringify({ ...template, metadata }));
  expect(offer?.template.metadata.namespace).toBe('other');
});

it('names every document that is not accepted', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' } };
  const foreign = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'admin' },
  };
  const unnamed = { ...template, metadata: {} };
  const withoutSpec = { ...template, spec: {} };
  const source = toYaml([template, secret, foreign, unnamed, withoutSpec]);
  expect(() => parse(source)).toThrow(
    /^Nothing was done[^]*\nDocument 2: Its kind is "Secret"[^]*\nDocument 3: ClusterRole admin does not belong[^]*\nDocument 4: It has no metadata.name\.\nDocument 5: The APIServiceExportTemplate is invalid: .*APIServiceSelector/,
  );
});

it.each([
  ['', /no APIServiceExportTemplate.*templates create/],
  ['a: [', /^Document 1 is neither YAML nor JSON/],
  ['just text', /Document 1: Its kind is null/],
])('refuses %j', (source, message) => {
  expect(() => parse(source)).toThrow(message);
});
