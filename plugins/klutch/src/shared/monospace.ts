/** The font of code and credentials, whose characters are easily told apart. */
export const monospaceFont =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
