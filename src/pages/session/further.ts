// A step after the password: a code or the answer from another device.

/** What the server asks of who knows the password. */
export interface Further {
  email: string;
  password: string;
  code: string;
  message: string;
}
