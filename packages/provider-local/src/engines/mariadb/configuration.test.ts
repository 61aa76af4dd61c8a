import {
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { mariadb as claims } from '@klutch/crossplane/src/dataServices/mariadb';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability } from '../../availability';
import { findPlan } from '../../host/offers';
import {
  finishReplacement,
  markComplete,
  putBackData,
  removeStagedData,
  replaceData,
  unfinishedData,
} from '../../host/stagedData';
import { passwordHash } from './accounts';
import { firstError, isUnavailable } from './client';
import { serverErrors } from './dataDirectory';
import { connectionOf } from './names';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { firstToKeep } from './quota';
import { Config, needsRestart, planSettings, renderSettings } from './settings';

const nano = findPlan(offers, 'mariadb-single-nano-ssl') as Plan;
const configOf = (parameters: Record<string, unknown>): Config => ({
  plan: nano,
  parameters: readParameters(parameters, nano),
});

describe('plans', () => {
  it.each(['nano', 'small', 'big'])('offer MariaDB 10.11 single %s', size =>
    expect(
      availability('a9s-mariadb1011', `mariadb-single-${size}-ssl`),
    ).toEqual({ available: true }),
  );

  it.each([
    ['a9s-mariadb106', 'mariadb-single-nano', /runs MariaDB 10\.11\. Choose/],
    ['a9s-mariadb1011', 'mariadb-single-nano', /mariadb-single-nano-ssl/],
    ['a9s-mariadb1011', 'mariadb-cluster-small-ssl', /one server per instance/],
  ])('refuse %s with %s', (service, plan, reason) =>
    expect(availability(service, plan)).toEqual({
      available: false,
      reason: expect.stringMatching(reason),
    }),
  );
});

describe('plans of claims', () => {
  it.each(['nano', 'small', 'big'] as const)('promise what %s has', size => {
    const { connections, storageBytes } = findPlan(
      offers,
      `mariadb-single-${size}-ssl`,
    ) as Plan;
    const MiB = storageBytes / 1024 ** 2;
    expect(claims.planFacts[size]).toEqual({
      connections,
      storage: MiB % 1024 === 0 ? `${MiB / 1024}Gi` : `${MiB}Mi`,
    });
  });
});

describe('parameters', () => {
  const ofClaims = (cases: [string, string, unknown][]) =>
    cases.flatMap(([type, name, value]): [string, unknown][] =>
      type === claims.type
        ? [[claims.parameters[name]?.brokerKey ?? name, value]]
        : [],
    );

  it.each(ofClaims(acceptedOtherParameters))(
    'of claims are accepted as by the schema: %s %p',
    (key, value) =>
      expect(() => readParameters({ [key]: value }, nano)).not.toThrow(),
  );

  it.each(ofClaims(refusedOtherParameters))(
    'of claims are refused as by the schema: %s %p',
    (key, value) =>
      expect(() => readParameters({ [key]: value }, nano)).toThrow(key),
  );

  it('are read', () => {
    expect(
      readParameters(
        {
          binlog_expire_days: 7,
          databases: ['shop', 'stock', 'shop'],
          grant_performance_schema_permissions: true,
        },
        nano,
      ),
    ).toEqual({
      binlogExpireDays: 7,
      databases: ['shop', 'stock'],
      performanceSchema: true,
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['binlog_expire_days', 0, /days from 1 to 49710/],
    ['binlog_expire_days', 1.5, /days from 1 to 49710/],
    ['binlog_expire_days', '7', /days from 1 to 49710/],
    ['databases', 'shop', /list of names/],
    ['databases', ['a`; DROP USER x'], /"a`; DROP USER x"; a name has at most/],
    ['databases', ['Shop'], /small letters/],
    ['databases', ['mysql'], /holds mysql/],
    ['databases', ['d0123456789ab'], /uses itself/],
    ['grant_performance_schema_permissions', 'yes', /true or false/],
    ['max_connections', 1, /max_connections is unknown/],
  ])('%s %p is refused with a message', (key, value, message) =>
    expect(() => readParameters({ [key]: value }, nano)).toThrow(message),
  );
});

describe('settings', () => {
  const place = {
    port: 1,
    adminPort: 2,
    dataDir: '/a "b\\c#',
    basedir: '/usr',
    messages: '/usr/share',
    certificate: '/c',
    privateKey: '/k',
  };

  it('are an option file', () => {
    const text = renderSettings(planSettings(configOf({}), place));
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        '[mariadbd]',
        'datadir="/a \\"b\\\\c#"',
        'bind_address="127.0.0.1"',
        'max_connections=20',
        'innodb_buffer_pool_size=33554432',
        'binlog_expire_logs_seconds=86400',
      ]),
    );
  });

  it('need a restart for performance_schema alone', () => {
    const change = (parameters: Record<string, unknown>) =>
      needsRestart(configOf({}), configOf(parameters));
    expect(change({ binlog_expire_days: 2, databases: ['a'] })).toBe(false);
    expect(change({ grant_performance_schema_permissions: true })).toBe(true);
  });
});

describe('texts', () => {
  it('are the credentials of a9s', () => {
    expect(
      connectionOf({
        port: 42,
        database: 'd1',
        username: 'b1',
        password: 'p',
        caCertificate: 'PEM',
      }),
    ).toEqual({
      secret: {
        cacrt: 'PEM',
        host: '127.0.0.1',
        hosts: '[127.0.0.1]',
        name: 'd1',
        password: 'p',
        port: '42',
        uri: 'mysql://b1:p@127.0.0.1:42/d1',
        username: 'b1',
      },
      addresses: [
        { host: '127.0.0.1', port: 42, label: 'SQL', database: 'd1' },
      ],
    });
  });

  it('hash passwords as the server does', () => {
    expect(passwordHash('pw')).toBe(
      '*D821809F681A40A6E379B50D0463EFAE20BDD122',
    );
  });

  it('are errors without statements', () => {
    expect(
      firstError(
        "--------------\nSELECT secret\n--------------\n\nERROR 1064 (42000) at line 3: You have an error; use near 'secret' at line 1",
      ),
    ).toBe('You have an error; use');
    expect(
      firstError('mariadb-dump: Got error: 1045: "Access denied" when trying'),
    ).toBe('"Access denied" when trying');
    expect(
      firstError(
        "mariadb-dump: Couldn't execute 'SHOW FIELDS FROM `v`': View 'd.v' references invalid table(s) (1356)",
      ),
    ).toBe("View 'd.v' references invalid table(s)");
    expect(isUnavailable("ERROR 2002 (HY000): Can't connect")).toBe(true);
    expect(isUnavailable('ERROR 1142 (42000) at line 1: denied')).toBe(false);
    expect(
      serverErrors(
        "2026-11-25  0:27:07 0 [Note] x\n2026-11-25  0:27:07 0 [ERROR] Can't start server: Bind\n2026 0 [ERROR] Aborting",
      ),
    ).toBe("Can't start server: Bind");
  });
});

describe('the binary log', () => {
  it('keeps the newest files within the limit, and always the newest', () => {
    const files = [1, 2, 3].map(n => ({ name: `binlog.00000${n}`, size: 10 }));
    expect(firstToKeep(files, 30)).toBeUndefined();
    expect(firstToKeep(files, 25)).toBe('binlog.000002');
    expect(firstToKeep(files, 5)).toBeUndefined();
    expect(firstToKeep(files, 10)).toBe('binlog.000003');
  });
});

describe('the replacement of data', () => {
  let folder: string;
  let data: string;
  const create = async (path: string, text: string) => {
    await mkdir(path);
    await writeFile(join(path, 'what'), text);
  };
  const what = () => readFile(join(data, 'what'), 'utf8');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klutch-mariadb-'));
    data = join(folder, 'data');
    await create(data, 'old');
    await create(unfinishedData(folder), 'new');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('changes nothing before the new data are complete', async () => {
    finishReplacement(folder, data);
    expect(await removeStagedData(folder, data)).toEqual([]);
    expect(await what()).toBe('old');
    expect(await readdir(folder)).toEqual(['data']);
  });

  it('is completed after a crash between its steps', async () => {
    await markComplete(folder, 'r1');
    await replaceData(folder, data, 'r1');
    await putBackData(folder, data, 'r1');
    expect(await what()).toBe('old');
    await markComplete(folder, 'r1');
    await replaceData(folder, data, 'r1');
    // As if the second rename had not happened.
    await rm(join(folder, 'restored-r1'), { recursive: true, force: true });
    await mkdir(join(folder, 'restored-r1'));
    await writeFile(join(folder, 'restored-r1', 'what'), 'new');
    await rm(data, { recursive: true });
    finishReplacement(folder, data);
    expect(await what()).toBe('new');
    expect(await removeStagedData(folder, data)).toEqual(['r1']);
    expect(await readdir(folder)).toEqual(['data']);
  });
});
