/** Ports of this machine. */
import { createSocket } from 'node:dgram';
import { createConnection } from 'node:net';
import { isPortFree } from '@klutch/local-processes';

const host = '127.0.0.1';

/** Whether a server accepts connections. */
export const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection(port, host)
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });

const isUdpPortFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createSocket('udp4');
    socket.on('error', () => resolve(false));
    socket.bind({ port, address: host, exclusive: true }, () =>
      socket.close(() => resolve(true)),
    );
  });

/** Whether a server could listen on that port. */
export const isFree = (port: number, udp: boolean): Promise<boolean> =>
  udp ? isUdpPortFree(port) : isPortFree(port, host);
