// Time from the change of a template until all exports are updated.
import { bindResources, names } from '@klutch/bind-api';
import { watchTokens } from '../harness/Arrivals';
import { figureOf } from '../harness/figures';
import { inParallel, interleaved, secondsOf } from '../harness/interleaved';
import type { BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { crdName, group } from '../kube/sampleCrd';
import type { BindingEnvironment } from './environment';
import { offer, putTemplate, secretsClaim } from './offers';

const count = 100;
const concurrency = 32;
const timeoutMs = 120_000;
const api = { plural: 'changings', kind: 'Changing' };
const name = crdName(api);
const mark = 'bench.klutch.example/round';
const collection = `/apis/${names.group}/v1alpha1/apiserviceexports`;

interface SeenExport {
  metadata: {
    name: string;
    namespace: string;
    annotations?: Record<string, string>;
  };
  spec?: { permissionClaims?: { selector?: { names?: string[] } }[] };
}

/** Tokens of an export: its namespace alone, with the claimed name, and with the mark of the bare loop. */
const tokensOf = ({ metadata, spec }: SeenExport): string[] => {
  if (metadata.name !== name) return [];
  const claimed = spec?.permissionClaims?.[0]?.selector?.names?.[0];
  return [
    metadata.namespace,
    `${metadata.namespace}#${claimed}`,
    `${metadata.namespace}@${metadata.annotations?.[mark]}`,
  ];
};

export const templateChange: BenchPart<BindingEnvironment> = {
  about: `until ${count} exports have the new claims of their template`,
  async run({ environment, repeats, log, signal }) {
    const { control, plane } = environment;
    const stop = new AbortController();
    try {
      await offer(plane, api);
      const namespaces = await environment.tenants(count);
      const seen = await watchTokens(
        control,
        collection,
        tokensOf,
        AbortSignal.any([stop.signal, signal]),
      );
      log(`exporting ${name} to ${count} app clusters`);
      await inParallel(concurrency, count, async index => {
        const namespace = namespaces[index];
        await plane.admin.create(bindResources.requests, {
          apiVersion: names.apiVersion,
          kind: bindResources.requests.kind,
          metadata: { generateName: 'bench-', namespace },
          spec: { resources: [{ group, resource: api.plural }] },
        });
      });
      await seen.all(namespaces, timeoutMs);
      const all = (token: string) =>
        seen.all(
          namespaces.map(namespace => `${namespace}${token}`),
          timeoutMs,
        );
      const { ours, bare } = await interleaved(
        repeats,
        async round =>
          secondsOf(async () => {
            await putTemplate(plane, api, [secretsClaim(`round-${round}`)]);
            await all(`#round-${round}`);
          }),
        async round =>
          secondsOf(async () => {
            await inParallel(concurrency, count, index =>
              control.send(
                'PATCH',
                `${collection.replace('/apiserviceexports', '')}/namespaces/${namespaces[index]}/apiserviceexports/${name}`,
                { metadata: { annotations: { [mark]: `${round}` } } },
              ),
            );
            await all(`@${round}`);
          }),
      );
      return [
        figureOf({
          name: `template change until ${count} exports have it`,
          value: median(ours),
          unit: 's',
          baseline: median(bare),
          target: { on: 'value', at: 'most', limit: 5 },
        }),
      ];
    } finally {
      stop.abort();
    }
  },
};
