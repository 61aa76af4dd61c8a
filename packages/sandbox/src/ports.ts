/** Ports that are reused by later starts, as long as they are free. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pickPort, writeFileAtomic } from '@klutch/local-processes';
import type { Layout } from './layout';

async function readPorts(file: string): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * A free port on loopback for a part of the sandbox: the port of the last start if free.
 *
 * @param part - name of the part
 */
export async function reservePort(
  layout: Layout,
  part: string,
): Promise<number> {
  const file = join(layout.dir, 'ports.json');
  const ports = await readPorts(file);
  const port = await pickPort({ preferred: ports[part] });
  writeFileAtomic(
    file,
    `${JSON.stringify({ ...ports, [part]: port }, null, 2)}\n`,
  );
  return port;
}
