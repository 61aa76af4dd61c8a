/** The used part of the library, which has no types of its own. */
declare module 'write-file-atomic' {
  export function sync(
    filename: string,
    data: string,
    options: {
      mode?: number;
      chown?: { uid: number; gid: number };
      fsync?: boolean;
    },
  ): void;
}
