import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { answerJson, answerStatus } from './__testUtils__/StubServer';
import { useStub } from './__testUtils__/useStub';

const fixture = useStub();

const secretsNamed = (...names: string[]) =>
  names.map(name => ({ metadata: { namespace: 'team-a', name } }));

/** Responds by the query of each request; other requests get a permanent error. */
function answerByQuery(answers: Record<string, object | 'expired'>): void {
  fixture.stub.answer = ({ url }, response) => {
    const answer = answers[url?.split('?')[1] ?? ''];
    if (answer === 'expired') answerStatus(response, 410, 'Expired');
    else if (answer) answerJson(response, 200, answer);
    else answerStatus(response, 400, 'BadRequest');
  };
}

const queries = () =>
  fixture.stub.requests.map(request => request.split('?')[1] ?? '');

const firstPage = {
  metadata: { resourceVersion: '7', continue: 'next' },
  items: secretsNamed('a', 'gone'),
};

describe('a list whose pages expire in the middle', () => {
  it('starts over with one response, whose objects alone are returned', async () => {
    answerByQuery({
      'limit=2': firstPage,
      'limit=2&continue=next': 'expired',
      '': {
        metadata: { resourceVersion: '9' },
        items: secretsNamed('a', 'b', 'c'),
      },
    });
    const { items, resourceVersion } = await fixture.client.list(core.secrets, {
      pageSize: 2,
    });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
    expect(resourceVersion).toBe('9');
    expect(queries()).toEqual(['limit=2', 'limit=2&continue=next', '']);
  });

  it('starts over once', async () => {
    answerByQuery({
      'limit=2': firstPage,
      'limit=2&continue=next': 'expired',
      '': 'expired',
    });
    const error = await rejection(
      fixture.client.list(core.secrets, { pageSize: 2 }),
    );
    expect(error).toMatchObject({ code: 410, reason: 'Expired' });
    expect(queries()).toEqual(['limit=2', 'limit=2&continue=next', '']);
  });
});
