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
