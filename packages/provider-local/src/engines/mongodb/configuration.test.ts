// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { mongodb as claims } from '@klutch/crossplane/src/dataServices/mongodb';
import { availability } from '../../availability';
import { findPlan } from '../../host/offers';
import { connectionOf } from './connection';
import { mongodb } from './engine';
import { ferretdbArguments, startupErrors } from './ferretdb';
import { offers } from './plans';

const plan = offers[0]?.plans[0] as (typeof offers)[0]['plans'][0];
const path =
  'set_cluster_parameter.changeStreamOptions.preAndPostImages.expireAfterSeconds';
const withExpiry = (expireAfterSeconds: unknown) => ({
  set_cluster_parameter: {
    changeStreamOptions: { preAndPostImages: { expireAfterSeconds } },
  },
});

describe('parameters', () => {
  it.each([{}, { set_cluster_parameter: {} }, withExpiry('off')])(
    'accept %j',
    parameters => expect(mongodb.parse(plan, parameters)).toEqual({ plan }),
  );

  it.each([0, 60, 'on', null, []])('refuse %j', value => {
    expect(() => mongodb.parse(plan, withExpiry(value))).toThrow(
      `The parameter ${path} can only be off: FerretDB has no change streams`,
    );
  });

  it('names all that are unknown', () => {
    expect(() =>
      mongodb.parse(plan, { a: 1, set_cluster_parameter: { b: true } }),
    ).toThrow(
      'The parameter a is unknown. The parameter set_cluster_parameter.b is unknown.',
    );
  });
});

describe('offers', () => {
  it.each(['nano', 'small', 'big'] as const)(
    '%s has the resources that the portal shows, with TLS and without',
    size => {
      const mebibytes = (bytes = 0) =>
        bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}Mi` : `${bytes / 1024 ** 3}Gi`;
      for (const flavour of ['', '-ssl']) {
        const offered = findPlan(
          offers,
          `mongodbsspl-single-${size}${flavour}`,
        );
        expect({ storage: mebibytes(offered?.storageBytes) }).toEqual(
          claims.planFacts[size],
        );
      }
    },
  );

  it('are MongoDB 7.0, with and without TLS', () => {
    for (const name of [
      'mongodbsspl-single-nano',
      'mongodbsspl-single-big-ssl',
    ]) {
      expect(availability('a9s-mongodb70', name)).toEqual({ available: true });
    }
    expect(availability('a9s-mongodb50', 'mongodbsspl-single-nano')).toEqual({
      available: false,
      reason: expect.stringMatching(
        /this sandbox runs FerretDB 1\.24 with the protocol of MongoDB 7\.0\. Choose the service a9s-mongodb70/,
      ),
    });
    expect(
      availability('a9s-mongodb70', 'mongodbsspl-replica-small'),
    ).toMatchObject({ available: false });
  });
});

describe('credentials', () => {
  const options = {
    port: 27017,
    database: 'd1',
    username: 'b1',
    password: 'p',
  };

  it('have exactly the keys of a9s', () => {
    expect(connectionOf(options)).toEqual({
      secret: {
        default_database: 'd1',
        hosts: '[127.0.0.1:27017]',
        password: 'p',
        uri: 'mongodb://b1:p@127.0.0.1:27017/d1',
        username: 'b1',
      },
      addresses: [
        {
          host: '127.0.0.1',
          port: 27017,
          label: 'MongoDB',
          database: 'd1',
        },
      ],
    });
  });

  it('have the authority of the certificate on plans with TLS', () => {
    expect(
      connectionOf({ ...options, caCertificate: 'pem' }).secret,
    ).toMatchObject({
      cacrt: 'pem',
      uri: 'mongodb://b1:p@127.0.0.1:27017/d1?tls=true',
    });
  });
});

describe('FerretDB', () => {
  const backend = {
    port: 5432,
    database: 'd1',
    user: 'u',
    password: 'secret',
    maxConnections: 20,
  };

  it('listens on this machine alone, and gets no password as an argument', () => {
    const args = ferretdbArguments({ program: 'p', port: 27017, backend });
    expect(args).toContain('--listen-addr=127.0.0.1:27017');
    expect(args.join()).not.toContain('secret');
  });

  it('has no address without TLS where the plan has TLS', () => {
    const tls = { certificateFile: 'c', privateKeyFile: 'k', ca: 'pem' };
    const args = ferretdbArguments({ program: 'p', port: 1, backend, tls });
    expect(args).toContain('--listen-addr=');
    expect(args).toContain('--listen-tls=127.0.0.1:1');
    expect(args.join()).not.toContain('tls-ca-file');
  });

  it('explains a start that failed', () => {
    expect(
      startupErrors(
        'ferretdb: error: unknown flag --x\n2026-11-25T02:00:00.000Z\tFATAL\tmain.go:1\tFailed to construct listener',
      ),
    ).toBe('unknown flag --x; main.go:1\tFailed to construct listener');
  });
});
