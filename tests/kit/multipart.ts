// A form with files as it goes over the wire.

const BOUNDARY = 'between-the-parts';

export interface FormPart {
  name: string;
  body: Buffer;
  /** Of a file. */
  filename?: string;
  type?: string;
}

/** Body and header of the form. */
export function multipart(parts: readonly FormPart[]): { payload: Buffer; contentType: string } {
  const written = parts.flatMap(({ name, body, filename, type }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`;
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}
