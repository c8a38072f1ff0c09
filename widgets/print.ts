// Printing a part of a page: the root says which paper is meant, stylesheets leave the rest out.

/** Opens the browser's print window; `paper` names the part that goes to paper, the whole page without it. */
export function printPaper(paper?: string): void {
  const root = document.documentElement;
  if (paper) root.dataset.paper = paper;
  const clear = () => {
    delete root.dataset.paper;
    window.removeEventListener('afterprint', clear);
  };
  window.addEventListener('afterprint', clear);
  window.print();
}

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
