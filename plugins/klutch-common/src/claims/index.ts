export * from './form';
export * from './schema';
