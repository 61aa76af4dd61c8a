/** The TCP ports on which a process listens, read from Linux' /proc. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

const LISTEN = '0A';
const LOOPBACK = new Set([
  // 127.0.0.1 and ::1 in the format of /proc: words of four bytes, the lowest byte first.
  '0100007F',
  '00000000000000000000000001000000',
  '0000000000000000FFFF00000100007F',
]);

/** A port, and whether only this machine can connect. */
export interface Listener {
  port: number;
  loopback: boolean;
}

async function socketsOf(pid: number): Promise<Set<string>> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map(fd =>
      readlink(join(folder, fd)).catch(() => ''),
    ),
  );
  return new Set(
    links.flatMap(link => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []),
  );
}

/** The listeners of a process; Linux only. */
export async function listenersOf(pid: number): Promise<Listener[]> {
  const sockets = await socketsOf(pid);
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map(table => readFile(`/proc/${pid}/net/${table}`, 'utf8')),
  );
  return tables
    .flatMap(table => table.trim().split('\n').slice(1))
    .map(line => line.trim().split(/\s+/))
    .filter(
      ([, , , state, , , , , , inode = '']) =>
        state === LISTEN && sockets.has(inode),
    )
    .map(([, local = '']) => {
      const [address = '', port = ''] = local.split(':');
      return { port: parseInt(port, 16), loopback: LOOPBACK.has(address) };
    });
}
