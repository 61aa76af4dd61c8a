export * from './claimChoices';
export * from './schema';
