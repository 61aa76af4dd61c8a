// Generates the API report of one package with API Extractor.
import { join } from 'node:path';
import {
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  ExtractorMessage,
  IConfigFile,
} from '@microsoft/api-extractor';
import { root } from '../lib/root';

/** Result of {@link extractReport}. */
export interface ApiReport {
  /** Path of the committed report. */
  path: string;
  /** Whether the committed report was missing or differs from the source. */
  outOfDate: boolean;
  /** Problems in the source, as messages. */
  errors: string[];
}

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

/** Generates the report of a package from its declarations in the folder. */
export function extractReport(
  packageFolder: string,
  declarations: string,
  write: boolean,
): ApiReport {
  const projectFolder = join(root, packageFolder);
  const errors: string[] = [];
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(projectFolder, 'api-extractor.json'),
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: join(
        declarations,
        packageFolder,
        'src/index.d.ts',
      ),
      compiler: { tsconfigFilePath: join(declarations, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: reportFile,
        reportFolder: projectFolder,
        reportTempFolder: join(declarations, 'reports', packageFolder),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
    },
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    typescriptCompilerFolder: join(root, 'node_modules/typescript'),
    messageCallback(message) {
      if (
        message.category !== 'console' &&
        message.logLevel === ExtractorLogLevel.Warning
      ) {
        errors.push(formatMessage(message));
      }
      message.handled = true;
    },
  });
  return {
    path: join(projectFolder, reportFile),
    outOfDate: apiReportChanged,
    errors,
  };
}
