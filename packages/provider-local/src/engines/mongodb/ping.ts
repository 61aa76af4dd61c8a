/** A request in MongoDB's wire protocol: the command `ping`, which needs no user and reaches PostgreSQL. */
import { Socket, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const opMsg = 2013;
const timeoutMs = 2_000;

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
};

/** `bytes` preceded by the length of both. */
const sized = (...bytes: Buffer[]) => {
  const content = Buffer.concat(bytes);
  return Buffer.concat([int32(content.length + 4), content]);
};

/** The document `{ ping: 1, $db: 'admin' }`. */
const command = sized(
  Buffer.from('\x10ping\0'),
  int32(1),
  Buffer.from('\x02$db\0'),
  int32('admin\0'.length),
  Buffer.from('admin\0'),
  Buffer.from('\0'),
);

const request = sized(
  int32(1),
  int32(0),
  int32(opMsg),
  int32(0),
  Buffer.from('\0'),
  command,
);

/** The field `ok` of an answer, with the number 1. */
const success = Buffer.from('\x01ok\0\0\0\0\0\0\0\xf0\x3f', 'latin1');

/** The first complete message of a connection. */
function readMessage(socket: Socket): Promise<Buffer> {
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    socket.on('data', data => {
      received = Buffer.concat([received, data]);
      if (received.length >= 4 && received.length >= received.readInt32LE())
        resolve(received);
    });
    socket.on('close', () => reject(new Error('the connection was closed')));
    socket.on('error', reject);
    socket.setTimeout(timeoutMs, () => socket.destroy());
  });
}

/** Whether the server on that port of 127.0.0.1 answers. With `ca`, the connection uses TLS. */
export async function answersPing(port: number, ca?: string): Promise<boolean> {
  const address = { host: '127.0.0.1', port };
  const socket = ca ? connectTls({ ...address, ca }) : connect(address);
  try {
    const answer = readMessage(socket);
    socket.write(request);
    return (await answer).includes(success);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
