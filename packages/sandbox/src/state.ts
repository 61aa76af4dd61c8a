/** What a running sandbox tells the demo, the tests and people about itself: one file, written when it is ready. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Layout } from './layout';

const schema = z.object({
  pid: z.number(),
  /** The portal. */
  url: z.string(),
  /** Where clients on app clusters begin to bind, see docs/binding.md. */
  bindingUrl: z.string(),
  /** Issuer of the identity provider. */
  issuer: z.string(),
  /** Path of the kubectl that fits the clusters. */
  kubectl: z.string(),
  /** Kubeconfig files. */
  kubeconfigs: z.object({
    controlPlane: z.string(),
    appCluster: z.string(),
    alice: z.string(),
  }),
});

/** See {@link readState}. */
export type SandboxState = z.infer<typeof schema>;

/** Publishes the state, whole or not at all. */
export async function writeState(
  layout: Layout,
  state: SandboxState,
): Promise<void> {
  const partial = `${layout.state}.partial`;
  await writeFile(partial, `${JSON.stringify(state, null, 2)}\n`);
  await rename(partial, layout.state);
}

/**
 * The state of the sandbox in a folder, or undefined when none was ever ready there.
 * That it says something does not mean that the sandbox still runs; see `isLocked`.
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
