import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { runCommand } from './__testUtils__/runCommand';

const released =
  'apiserviceexporttemplates.bind.anynines.com/crossplane-system/vases';
const offered =
  'apiserviceexporttemplates.example-backend.klutch.anynines.com/crossplane-system/vases';

let plane: MemoryCluster;
beforeEach(() => {
  plane = new MemoryCluster();
  const template = {
    apiVersion: 'bind.anynines.com/v1alpha1',
    kind: 'APIServiceExportTemplate',
    metadata: { name: 'vases', namespace: 'crossplane-system' },
    spec: {
      APIServiceSelector: { group: 'example.test', resource: 'vases' },
      permissionClaims: [
        {
          resource: 'secrets',
          version: 'v1',
          selector: { owner: 'Provider' },
        },
      ],
    },
  };
  plane.objects.set(released, template);
});

const migrate = (...args: string[]) =>
  runCommand(() => plane.client, ['backend', ...args]);

it('lists what is to be done, and changes nothing', async () => {
  const { error, stdout } = await migrate();
  expect(error?.message).toMatch(/not ready/);
  expect(stdout).toMatch(/todo +Only templates .* vases.example.test.*--apply/);
  expect(plane.writes).toEqual([]);
});

it('with --apply makes templates and roles, after a dry run if told so', async () => {
  const checked = await migrate('--apply', '--dry-run=server');
  expect(checked.stdout).toContain('vases created (server dry run)');
  expect(plane.writes.every(write => write.endsWith('(dry run)'))).toBe(true);
  const { stdout } = await migrate('--apply');
  expect(plane.objects.get(offered)).toMatchObject({
    apiVersion: 'example-backend.klutch.anynines.com/v1alpha1',
    spec: { APIServiceSelector: { resource: 'vases' } },
  });
  expect(stdout).toMatch(/clusterrole\S+ created/);
  expect(stdout).toMatch(/done +All export templates/);
  expect(stdout).toMatch(/done +The roles of all offered APIs/);
});

it('applies nothing on the way back', async () => {
  const { error } = await migrate('--to', 'reference', '--apply');
  expect(error?.message).toMatch(/Leave out --apply/);
  expect(plane.writes).toEqual([]);
});
