// The fingerprint inside the first script: it computes the one that all others get.
export const fingerprint = () => window.firstPage!.fingerprint;
