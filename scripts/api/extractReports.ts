// Generates the API report of one package with API Extractor.
import { join, relative } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  ExtractorMessage,
  IConfigFile,
} from '@microsoft/api-extractor';
import { root } from '../lib/root';

/** Result of {@link extractReports}, for one package. */
export interface ApiReport {
  /** Folder of the package. */
  name: string;
  /** Path of the committed report. */
  path: string;
  /** Whether the committed report was missing or differs from the source. */
  outOfDate: boolean;
  /** Problems in the source, as messages. */
  errors: string[];
}

const typescriptCompilerFolder = join(root, 'node_modules/typescript');

const reportFile = 'report.api.md';

/** Warnings fail the check and are printed, not written into the report. */
const reportWarnings = {
  logLevel: ExtractorLogLevel.Warning,
  addToApiReportFile: false,
};
const silent = { logLevel: ExtractorLogLevel.None, addToApiReportFile: false };

const messages: IConfigFile['messages'] = {
  compilerMessageReporting: { default: reportWarnings },
  extractorMessageReporting: {
    default: reportWarnings,
    'ae-undocumented': reportWarnings,
    // All exports of an index are public; release tags are not used (docs/adr/0020-api-reports.md).
    'ae-missing-release-tag': silent,
    // The types of our own packages resolve to their sources, and stay imports in a report.
    'ae-wrong-input-file-type': silent,
  },
  tsdocMessageReporting: { default: reportWarnings },
};

function formatMessage(message: ExtractorMessage): string {
  const { sourceFilePath = '', sourceFileLine } = message;
  const file = sourceFilePath
    .replace(/^.*\/dist-types-api-[^/]*\//, '')
    .replace(/\.d\.ts$/, '');
  // The line number is that of the declaration file, because API Extractor reports no position in the source.
  const where = file
    ? ` (${file}, line ${sourceFileLine} of its declarations)`
    : '';
  return `${message.text}${where} [${message.messageId}]`;
}

/** Declarations that a generator writes; their source is the OpenAPI document, which has the descriptions. */
const generated = '/generated/';

function prepareConfig(name: string, declarations: string): ExtractorConfig {
  const projectFolder = join(root, name);
  return ExtractorConfig.prepare({
    configObjectFullPath: join(projectFolder, 'api-extractor.json'),
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(declarations, name, 'src/index.d.ts'),
      compiler: { tsconfigFilePath: join(declarations, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: reportFile,
        reportFolder: projectFolder,
        reportTempFolder: join(declarations, 'reports', name),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
    },
  });
}

/** Generates the API reports of packages from their declarations in the folder. */
export function extractReports(
  packageFolders: readonly string[],
  declarations: string,
  write: boolean,
): ApiReport[] {
  const configs = packageFolders.map(name => prepareConfig(name, declarations));
  const [first, ...others] = configs;
  if (!first) return [];
  // One compiler for all, so that the declarations of dependencies are read once.
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: others.map(config => config.mainEntryPointFilePath),
    typescriptCompilerFolder,
  });
  return configs.map(config => extractReport(config, compilerState, write));
}

function extractReport(
  config: ExtractorConfig,
  compilerState: CompilerState,
  write: boolean,
): ApiReport {
  const errors: string[] = [];
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    typescriptCompilerFolder,
    compilerState,
    messageCallback(message) {
      if (
        message.category !== 'console' &&
        message.logLevel === ExtractorLogLevel.Warning &&
        !message.sourceFilePath?.includes(generated)
      ) {
        errors.push(formatMessage(message));
      }
      message.handled = true;
    },
  });
  return {
    name: relative(root, config.projectFolder),
    path: config.reportFilePath,
    outOfDate: apiReportChanged,
    errors,
  };
}
