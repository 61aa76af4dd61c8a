/**
 * The image of the konnector: nobody publishes one, so its registry is the operator's. Chart, manifests and docs use the
 * same name (konnectorImage.test.ts).
 */
import type { KubeClient } from '@klutch/kube';
import { version } from '../version';
import { imageOf, requireNoReference } from './konnectorDeployment';

/** The repository without a registry, as konnector/Dockerfile is built. */
export const konnectorImageName = 'klutch-konnector';

/** Environment variable with the image. */
export const imageVariable = 'KLUTCH_KONNECTOR_IMAGE';

/** An image in parts; a port of the registry is none of its tag. */
const imageParts = (image: string) => {
  const [, repository = image, tag, digest] =
    /^(.+?)(?::([^/:@]+))?(?:@(.+))?$/.exec(image) ?? [];
  return { repository, tag, digest };
};

/** Tag of an image, or the whole image without one. */
export const imageVersion = (image: string): string =>
  imageParts(image).tag ?? image;

/** The image; one without a tag and digest gets this program's version as its tag. */
export function pinnedImage(image: string): string {
  const { digest, tag } = imageParts(image);
  return tag || digest ? image : `${image}:${version}`;
}

/** Where an image is named. */
export interface ImageSource {
  /** Value of the flag. */
  image?: string;
  /** Default `--image`. */
  flag?: string;
  /** Default: that of this process. */
  environment?: NodeJS.ProcessEnv;
}

/** What happens after the installation, and where to look when the konnector does not start. */
export const pullHint = (image: string): string =>
  `The nodes pull ${image} now. "kubectl klutch doctor" says whether the konnector starts.\n`;

/** What to do where the reference's konnector is installed. */
export const migrationHint =
  'Run "kubectl klutch migrate check --to klutch", then "kubectl klutch migrate konnector --to klutch --image <image>", which can go back.';

const noImage = ({ flag = '--image' }: ImageSource): Error =>
  new Error(
    `No image of the konnector is known, because nobody publishes one. Build it in the repository with "docker build -f konnector/Dockerfile -t <registry>/${konnectorImageName}:${version} .", push it, and name it with ${flag} or the variable ${imageVariable}.`,
  );

const givenImage = ({
  environment = process.env,
  image = environment[imageVariable],
}: ImageSource): string | undefined => (image ? pinnedImage(image) : undefined);

/**
 * The image of the flag or the variable.
 *
 * @throws Error with what to do without either
 */
export function requireImage(source: ImageSource): string {
  const image = givenImage(source);
  if (image) return image;
  throw noImage(source);
}

/**
 * The image to install: that of the flag or the variable, or else this program's version from the repository of the
 * konnector that is installed.
 *
 * @throws Error with what to do when no image is known, or the installed konnector is the reference's
 */
export async function findImage(
  client: KubeClient,
  source: ImageSource,
): Promise<string> {
  const installed = await requireNoReference(client, migrationHint);
  const given = givenImage(source);
  if (given) return given;
  if (!installed) throw noImage(source);
  return pinnedImage(imageParts(imageOf(installed)).repository);
}
