/** Configuration files of a server. Pure functions. */
import { ServerFiles } from './files';
import { TlsParameters, defaultCiphers, tlsProtocols } from './tlsParameters';

export type JsonValue =
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Subject of the certificate that makes the provider the administrator. */
export const adminName = 'klutch-admin';

export interface SettingsOptions {
  files: ServerFiles;
  httpPort: number;
  transportPort: number;
  tls: TlsParameters;
}

const tlsSettings = (layer: string, files: ServerFiles): JsonObject => ({
  [`plugins.security.ssl.${layer}.pemcert_filepath`]: files.certificate,
  [`plugins.security.ssl.${layer}.pemkey_filepath`]: files.privateKey,
});

/** Settings of `opensearch.yml`. */
export function planSettings(options: SettingsOptions): JsonObject {
  const { files, httpPort, transportPort, tls } = options;
  return {
    'cluster.name': 'klutch',
    'node.name': 'server',
    'node.roles': ['cluster_manager', 'data', 'ingest'],
    'path.data': files.indices,
    'path.logs': files.logs,
    'path.repo': [files.snapshots],
    'discovery.type': 'single-node',
    'network.host': '127.0.0.1',
    'http.port': httpPort,
    'transport.port': transportPort,
    // The machine's disk is not the instance's: its storage is that of the plan.
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...tlsSettings('http', files),
    'plugins.security.ssl.http.enabled': true,
    'plugins.security.ssl.http.clientauth_mode': 'OPTIONAL',
    'plugins.security.ssl.http.pemtrustedcas_filepath': files.adminAuthority,
    'plugins.security.ssl.http.enabled_protocols':
      tls.protocols ?? tlsProtocols,
    'plugins.security.ssl.http.enabled_ciphers': tls.ciphers ?? defaultCiphers,
    // The authority signed this server's certificate alone, so nobody else can connect to the transport port.
    ...tlsSettings('transport', files),
    'plugins.security.ssl.transport.pemtrustedcas_filepath': files.authority,
    'plugins.security.ssl.transport.enforce_hostname_verification': false,
    'plugins.security.nodes_dn': ['CN=127.0.0.1'],
    'plugins.security.authcz.admin_dn': [`CN=${adminName}`],
    'plugins.security.allow_default_init_securityindex': true,
    'plugins.security.audit.type': 'noop',
    // All passwords are random, so nobody guesses them, and slow hashes would only slow down requests.
    'plugins.security.password.hashing.bcrypt.rounds': 4,
  };
}

/** YAML includes JSON, whose strings need no other escaping. The server replaces `${...}` in values. */
export const renderSettings = (settings: JsonObject): string =>
  Object.entries(settings)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');

/** Warnings and errors go to the log of the process. */
export const loggingConfiguration = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

/**
 * The script that starts the server. The runner's own start replaces settings of the file by its own, among them the
 * port and the roles of the node, and ends without a message when the server does not start.
 *
 * Analyzers read the files that users name (`rules_path`) from Java's own classes, a file system without secrets, because
 * an embedded server has no security manager that keeps them in the configuration folder.
 */
export const startScript = `import java.net.URI;
import java.nio.file.Paths;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.analysis.AnalysisRegistry;

runner = new OpenSearchRunner();
build(int number, Settings.Builder builder) {
  builder.loadFromPath(Paths.get(System.getProperty("klutch.settings"), new String[0]));
}
run() { runner.close(); }
Runtime.getRuntime().addShutdownHook(new Thread((Runnable) this));
try {
  runner.onBuild((OpenSearchRunner.Builder) this);
  runner.build(bsh.args);
  analyzers = runner.node().injector().getInstance(AnalysisRegistry.class);
  environment = AnalysisRegistry.class.getDeclaredField("environment");
  environment.setAccessible(true);
  environment.set(analyzers, new Environment(runner.node().settings(), Paths.get(URI.create("jrt:/"))));
} catch (Throwable error) {
  error.printStackTrace();
  Runtime.getRuntime().halt(1);
}
Thread.currentThread().join();
`;
