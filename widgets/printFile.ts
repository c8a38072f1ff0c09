// Printing a file: it comes to the printer without being opened.

/** Sends a PDF to the printer from a frame that nobody sees. */
export function printFile(blob: Blob): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = URL.createObjectURL(blob);
  frame.addEventListener('load', () => {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
  });
  document.body.append(frame);
  // The print window may stay open long; the frame is nothing but an address till then.
  setTimeout(() => {
    URL.revokeObjectURL(frame.src);
    frame.remove();
  }, 600_000);
}
