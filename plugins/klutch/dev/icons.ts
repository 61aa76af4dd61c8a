/** The icons that the sample services have in the annotation `icon` of their APIs. */
const database =
  'M12 4c-4 0-7 1.1-7 2.6v10.8C5 18.9 8 20 12 20s7-1.1 7-2.6V6.6C19 5.1 16 4 12 4zm0 2c3 0 4.8.7 4.8 1s-1.8 1-4.8 1-4.8-.7-4.8-1 1.8-1 4.8-1zM7.2 9.3c1.3.5 3 .7 4.8.7s3.5-.2 4.8-.7v2.4c0 .3-1.8 1-4.8 1s-4.8-.7-4.8-1zm0 4.7c1.3.5 3 .7 4.8.7s3.5-.2 4.8-.7v3c0 .3-1.8 1-4.8 1s-4.8-.7-4.8-1z';

const icon = (background: string) =>
  `data:image/svg+xml;base64,${btoa(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${background}"/><g fill="#fff" transform="translate(3.6 3.6) scale(.7)"><path d="${database}"/></g></svg>`,
  )}`;

export const icons = {
  postgresql: icon('#336791'),
  mariadb: icon('#8a5a2b'),
};
