/** What the search engine holds for logs besides these: the form of their indices, and the patterns that split them. */
import { ServiceError } from '../../errors';
import { AdminClient, RefusedError } from '../search/server/AdminClient';
import { indexPrefix } from './rsyslog';

const pipeline = 'klutch-logs';

const pipelineOf = (groks: readonly string[]) => ({
  processors:
    groks.length === 0
      ? []
      : [{ grok: { field: 'message', patterns: groks, ignore_failure: true } }],
});

const keywords = [
  ...['host', 'facility', 'severity', 'program', 'process', 'message_id'],
];

const template = {
  index_patterns: [`${indexPrefix}*`],
  priority: 100,
  template: {
    settings: { default_pipeline: pipeline },
    mappings: {
      properties: {
        '@timestamp': { type: 'date' },
        received_at: { type: 'date' },
        message: { type: 'text' },
        ...Object.fromEntries(
          keywords.map(name => [name, { type: 'keyword' }]),
        ),
      },
    },
  },
};

/** Throws ServiceError when the server refuses the patterns; changes nothing. */
export async function checkGroks(
  admin: AdminClient,
  groks: readonly string[],
): Promise<void> {
  try {
    await admin.call('POST', '/_ingest/pipeline/_simulate', {
      body: {
        pipeline: pipelineOf(groks),
        docs: [{ _source: { message: '' } }],
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    throw new ServiceError(
      `The parameter groks holds a pattern that OpenSearch refuses: ${error.reason}.`,
      { retry: false, cause: error },
    );
  }
}

/** Creates or changes the form of the indices. */
export async function prepareLogs(
  admin: AdminClient,
  groks: readonly string[],
): Promise<void> {
  await checkGroks(admin, groks);
  await admin.call('PUT', `/_ingest/pipeline/${pipeline}`, {
    body: pipelineOf(groks),
  });
  await admin.call('PUT', `/_index_template/${pipeline}`, { body: template });
}
