// @ts-check
/**
 * Receives samples in Graphite's plaintext protocol (TCP and UDP) and serves them to Prometheus, in place of
 * Prometheus' graphite_exporter: names of metrics, tags, expiry and its own metrics are the same. It has no mappings.
 *
 * Usage: node exporter.cjs <configuration file>. SIGHUP reads `strictMatch` and `maxSeries` again.
 *
 * A program without dependencies, because servers run as a user who may not be able to read this package.
 */
'use strict';

const { createSocket } = require('node:dgram');
const { readFileSync } = require('node:fs');
const { createServer: createHttpServer } = require('node:http');
const { createServer } = require('node:net');

const expirySeconds = 300;
const maxLineLength = 65536;
const maxConnections = 500;

/**
 * @typedef {object} Config
 * @property {string} host
 * @property {number} port of the protocol
 * @property {number} metricsPort
 * @property {string} username of Prometheus
 * @property {string} passwordFile
 * @property {boolean} strictMatch drops samples that no mapping matches; without mappings these are all
 * @property {number} maxSeries more are dropped
 */

const file = process.argv[2] ?? '';
/** @returns {Config} */
const readConfig = () => JSON.parse(readFileSync(file, 'utf8'));
let config = readConfig();
process.on('SIGHUP', () => {
  config = readConfig();
});

const password = readFileSync(config.passwordFile, 'utf8');
const authorization = `Basic ${Buffer.from(`${config.username}:${password}`).toString('base64')}`;

/**
 * The last samples, by the text of their series.
 * @type {Map<string, { name: string, value: number, timestamp: number }>}
 */
const samples = new Map();
const counters = { tagFailures: 0, invalidLines: 0, dropped: 0 };
let lastProcessed = 0;

const now = () => Date.now() / 1000;

function removeExpired() {
  const oldest = now() - expirySeconds;
  for (const [series, { timestamp }] of samples) {
    if (timestamp < oldest) samples.delete(series);
  }
}
setInterval(removeExpired, 60_000).unref();

/** @param {string} text */
const nameOf = text =>
  text.replace(/[^a-zA-Z0-9_:]/g, '_').replace(/^(?=\d)/, '_');

/** Names with two underscores at the beginning belong to Prometheus. @param {string} text */
const labelOf = text =>
  text
    .replace(/[^a-zA-Z0-9_]/g, '_')
    .replace(/^__+/, '_')
    .replace(/^(?=\d)/, '_');

/** @param {string} text */
const quote = text =>
  `"${text.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** @param {readonly string[]} tags */
function labelsOf(tags) {
  /** @type {Map<string, string>} */
  const labels = new Map();
  for (const tag of tags) {
    const end = tag.indexOf('=');
    if (end < 1) counters.tagFailures += 1;
    else labels.set(labelOf(tag.slice(0, end)), tag.slice(end + 1));
  }
  return [...labels].map(([label, value]) => `${label}=${quote(value)}`);
}

/** `undefined` for text that is no number. @param {string} text */
function numberOf(text) {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^nan$/i.test(text)) return NaN;
  const infinite = /^([+-]?)inf(inity)?$/i.exec(text);
  return infinite ? Number(`${infinite[1]}Infinity`) : undefined;
}

/** @param {string} line */
function receive(line) {
  const parts = line.trim().split(' ');
  const [path = '', ...numbers] = parts;
  const [value, timestamp] = numbers.map(numberOf);
  const [originalName = '', ...tags] = path.split(';');
  if (
    parts.length !== 3 ||
    originalName === '' ||
    value === undefined ||
    timestamp === undefined
  ) {
    if (line.trim() !== '') counters.invalidLines += 1;
    return;
  }
  const labels = labelsOf(tags);
  if (config.strictMatch) return;
  const name = nameOf(originalName);
  const series = labels.length > 0 ? `${name}{${labels.join(',')}}` : name;
  if (!samples.has(series) && samples.size >= config.maxSeries) {
    removeExpired();
    if (samples.size >= config.maxSeries) {
      counters.dropped += 1;
      return;
    }
  }
  samples.set(series, { name, value, timestamp });
  lastProcessed = now();
}

/** @param {number} value */
const format = value => String(value).replace('Infinity', 'Inf');

/** @returns {[name: string, type: string, help: string, value: number][]} */
const ownMetrics = () => [
  [
    'graphite_last_processed_timestamp_seconds',
    'gauge',
    'Unix timestamp of the last processed graphite metric.',
    lastProcessed,
  ],
  [
    'graphite_sample_expiry_seconds',
    'gauge',
    'How long in seconds a metric sample is valid for.',
    expirySeconds,
  ],
  [
    'graphite_tag_parse_failures',
    'counter',
    'Total count of samples with invalid tags.',
    counters.tagFailures,
  ],
  [
    'graphite_invalid_lines',
    'counter',
    'Total count of lines that are no samples.',
    counters.invalidLines,
  ],
  [
    'graphite_dropped_samples',
    'counter',
    'Total count of samples above the number of series of the plan.',
    counters.dropped,
  ],
  [
    'graphite_mapping_strict_match',
    'gauge',
    'Whether samples without a mapping are dropped.',
    Number(config.strictMatch),
  ],
];

function renderMetrics() {
  removeExpired();
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const [name, type, help, value] of ownMetrics()) {
    byName.set(name, [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      `${name} ${format(value)}`,
    ]);
  }
  const own = new Set(byName.keys());
  for (const [series, { name, value }] of samples) {
    if (own.has(name)) continue;
    const lines = byName.get(name) ?? [
      `# HELP ${name} Graphite metric ${name}`,
      `# TYPE ${name} gauge`,
    ];
    lines.push(`${series} ${format(value)}`);
    byName.set(name, lines);
  }
  return `${[...byName.values()].flat().join('\n')}\n`;
}

const tcp = createServer(socket => {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', chunk => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(receive);
    if (rest.length > maxLineLength) socket.destroy();
  });
  socket.on('end', () => receive(rest));
  socket.on('error', () => {});
});
tcp.maxConnections = maxConnections;

const udp = createSocket('udp4', message =>
  message.toString('utf8').split('\n').forEach(receive),
);

const http = createHttpServer((request, response) => {
  if (request.headers.authorization !== authorization) {
    response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
  } else if (request.url !== '/metrics') {
    response.writeHead(404).end();
  } else {
    response
      .writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
      .end(renderMetrics());
  }
});

// An error, such as a port in use, ends this process with its message.
const { host, port, metricsPort } = config;
tcp.listen(port, host, () =>
  udp.bind(port, host, () => http.listen(metricsPort, host)),
);
