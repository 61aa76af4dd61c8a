/** Prints how long a step of the installation takes. */
export async function timed<T>(
  title: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = Date.now();
  process.stdout.write(`${title} …\n`);
  const result = await work();
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${title}: ${seconds} s\n`);
  return result;
}
