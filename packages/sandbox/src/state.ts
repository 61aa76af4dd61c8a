/**
 * The published state of a running sandbox, for the demo, tests and users: one file, written when the sandbox is
 * ready.
 */
import { readFile } from 'node:fs/promises';
import { writeFileAtomic } from '@klutch/local-processes';
import { z } from 'zod';
import type { Layout } from './layout';

const schema = z.object({
  pid: z.number(),
  /** URL of the portal. */
  url: z.string(),
  /** URL at which clients on app clusters start the binding, see docs/binding.md. */
  bindingUrl: z.string(),
  /** Issuer of the identity provider. */
  issuer: z.string(),
  /** Path of a kubectl whose version fits the clusters. */
  kubectl: z.string(),
  /** Paths of kubeconfig files. */
  kubeconfigs: z.object({
    controlPlane: z.string(),
    appCluster: z.string(),
    alice: z.string(),
  }),
});

/** See {@link readState}. */
export type SandboxState = z.infer<typeof schema>;

export function writeState(layout: Layout, state: SandboxState): void {
  writeFileAtomic(layout.state, `${JSON.stringify(state, null, 2)}\n`);
}

/**
 * The state of the sandbox in a folder, or undefined when none was ever ready there. The state remains after the
 * sandbox has stopped; see `isLocked`.
 */
export async function readState(
  layout: Layout,
): Promise<SandboxState | undefined> {
  let content: string;
  try {
    content = await readFile(layout.state, 'utf8');
  } catch {
    return undefined;
  }
  const parsed = schema.safeParse(JSON.parse(content));
  return parsed.success ? parsed.data : undefined;
}
