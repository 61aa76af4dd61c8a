/** Fields that Crossplane adds to every claim; they configure the composition, not the service. @public */
export const crossplaneFields: ReadonlySet<string> = new Set([
  'compositionRef',
  'compositionRevisionRef',
  'compositionRevisionSelector',
  'compositionSelector',
  'compositionUpdatePolicy',
  'compositeDeletePolicy',
  'publishConnectionDetailsTo',
  'resourceRef',
  'writeConnectionSecretToRef',
]);
