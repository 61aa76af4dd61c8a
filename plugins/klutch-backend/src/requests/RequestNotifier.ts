/** Notifies people of the answers to their requests for services. */
import type { NotificationService } from '@backstage/plugin-notifications-node';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Logger } from '@klutch/kube';
import { scopeOf } from '../notifications/Problem';
import type { ServiceRequests } from './ServiceRequests';

type Answered = Schemas['OwnServiceRequest'];

export interface RequestNotifierOptions {
  requests: Pick<ServiceRequests, 'setNotified' | 'unnotified' | 'update'>;
  logger: Logger;
  /** Path of the portal's pages in the app. */
  mountPath: string;
  notifications: NotificationService;
  /** Title of an app cluster. */
  titleOf: (cluster: string) => string;
}

const topic = 'klutch-request';

/** Dismissed requests say so as well: nobody should wait for nothing. */
const titles: Record<Exclude<Answered['state'], 'Open'>, string> = {
  Approved: 'was approved',
  Dismissed: 'was refused',
  Fulfilled: 'was fulfilled: it can be ordered now',
};

/** The database holds what was sent, so that neither a restart nor another replica repeats it. */
export class RequestNotifier {
  readonly #options: RequestNotifierOptions;

  constructor(options: RequestNotifierOptions) {
    this.#options = options;
  }

  /** Sends what has not been sent. One replica at a time may run it. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, requests } = this.#options;
    await requests.update();
    for (const request of await requests.unnotified()) {
      if (signal.aborted) return;
      try {
        await this.#send(request);
        await requests.setNotified(request);
      } catch (error) {
        // One failure must not hold up the others; the next run tries again.
        logger.warn({ error, request: request.id }, 'an answer was not sent');
      }
    }
  }

  async #send({ cluster, id, message, state, title, user }: Answered) {
    if (state === 'Open') return;
    const { mountPath, notifications, titleOf } = this.#options;
    await notifications.send({
      recipients: { type: 'entity', entityRef: user },
      payload: {
        title: `Your request for ${title} on ${titleOf(cluster)} ${titles[state]}`,
        ...(message && { description: message }),
        link: `${mountPath}/services`,
        severity: state === 'Dismissed' ? 'normal' : 'low',
        topic,
        // The next answer to the same request replaces this one.
        scope: scopeOf([topic, id]),
      },
    });
  }
}
