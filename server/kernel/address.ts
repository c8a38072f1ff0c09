// Where a request comes from.

/** The address of the caller; empty once his connection is gone: the socket forgets whose it was. */
export const addressOf = (request: { ip: string | undefined }): string => request.ip ?? '';
