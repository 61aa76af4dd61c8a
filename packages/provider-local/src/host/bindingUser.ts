/** The user of a service binding, on servers whose users have no names of their own: `b` and 32 hexadecimal digits. */
export const bindingUser = (bindingId: string) =>
  `b${bindingId.replaceAll('-', '').slice(0, 32)}`;
