// The pure functions that Stryker mutates. Defects that involve clusters, processes or time are in test/mutants.

/** Files of one package, relative to its `src`. */
export interface MutatedFiles {
  /** Globs of the files to mutate. */
  mutate: string[];
  /** Globs of the tests that must fail: those beside the files, because larger tests take too long for each mutant. */
  tests: string[];
  /** Minimum share of detected mutants, in percent. */
  threshold: number;
}

/** Files to mutate, by folder of the package. */
export const mutatedFiles: Record<string, MutatedFiles> = {
  'packages/kube': {
    mutate: [
      'cache/nextWatchState.ts',
      'leaderElection/leaseState.ts',
      'redaction/!(*.test).ts',
    ],
    tests: [
      'cache/nextWatchState.test.ts',
      'leaderElection/leaseState.test.ts',
      'redaction/redact*.test.ts',
    ],
    threshold: 85,
  },
  'packages/binding-backend': {
    mutate: [
      '**/plan[A-Z]*([a-zA-Z]).ts',
      'controllers/{classifyHeartbeat,serviceNamespaceOwnership}.ts',
      'roles/{secretReaderBinding,templateRole}.ts',
    ],
    tests: [
      '**/plan*.test.ts',
      'controllers/{classifyHeartbeat,serviceNamespaceOwnership}.test.ts',
      'roles/{secretReaderBinding,roles}.test.ts',
    ],
    threshold: 80,
  },
  konnector: {
    mutate: [
      '**/plan/!(*.test).ts',
      '**/plan[A-Z]*([a-zA-Z]).ts',
      'bindings/intersectSelectors.ts',
      'conditions/{bindingStatus,exportStatus}.ts',
      'deletion/breaker/!(*.test).ts',
      'ownership/ownership.ts',
    ],
    tests: [
      '**/plan/*.test.ts',
      '**/plan*.test.ts',
      'bindings/intersectSelectors.test.ts',
      'conditions/{bindingStatus,exportStatus}.test.ts',
      'deletion/breaker/*Breaker.test.ts',
      'ownership/ownership.test.ts',
    ],
    threshold: 80,
  },
  'plugins/klutch-common': {
    mutate: ['claims/{cel,claimChoices,ruleViolations,schema}.ts'],
    tests: ['claims/*.test.ts'],
    threshold: 95,
  },
  'plugins/klutch-backend': {
    mutate: ['claimApis/planChoices.ts', 'schedules/planBackups.ts'],
    tests: ['claimApis/planChoices.test.ts', 'schedules/planBackups.test.ts'],
    threshold: 80,
  },
  'plugins/klutch': {
    mutate: ['settings/!(*.test|formTexts|useSettingsForm).ts'],
    tests: ['settings/*.test.ts'],
    threshold: 70,
  },
};
