/** The part of the package `diff` that this folder uses; that version has no types of its own. */
declare module 'diff' {
  /** Two texts as a unified diff. */
  export function createTwoFilesPatch(
    oldName: string,
    newName: string,
    oldText: string,
    newText: string,
    oldHeader?: string,
    newHeader?: string,
    options?: { context?: number },
  ): string;
}
