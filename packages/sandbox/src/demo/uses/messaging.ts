import { connect, type Channel } from 'amqplib';
import type { Credentials, ServiceUse } from './ServiceUse';

const queue = 'orders';

async function withChannel<T>(
  credentials: Credentials,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  const connection = await connect(
    credentials['protocols.amqp_ssl.uri'] ?? '',
    { ca: [credentials['protocols.management.cacrt'] ?? ''] },
  );
  // The rejected call reports the error.
  connection.on('error', () => {});
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    return await work(channel);
  } finally {
    await connection.close();
  }
}

/** Backups hold queues, not their messages, so the entry is the queue. */
export const messaging: ServiceUse = {
  type: 'messaging',
  plural: 'messaginginstances',
  service: 'a9s-messaging310',
  plan: 'messaging-single-nano-ssl',
  hasBackups: true,
  async write(credentials) {
    await withChannel(credentials, async channel => {
      await channel.assertQueue(queue, { durable: true });
      channel.sendToQueue(queue, Buffer.from('first order'));
      await channel.checkQueue(queue);
      const message = await channel.get(queue, { noAck: true });
      if (!message) throw new Error('The message was not delivered.');
    });
  },
  has: credentials =>
    withChannel(credentials, channel =>
      channel.checkQueue(queue).then(
        () => true,
        () => false,
      ),
    ),
  async remove(credentials) {
    await withChannel(credentials, channel => channel.deleteQueue(queue));
  },
};
