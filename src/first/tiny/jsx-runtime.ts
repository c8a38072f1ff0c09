// Components of the console turned into elements of the page at once: attributes and text, no events, no updates. Everything
// goes in as text or as an attribute, never as markup.

type Child = Node | string | number | boolean | null | undefined | readonly Child[];
type Props = Record<string, unknown> & { children?: Child };
type Component = (props: Props) => Child;

const SVG = 'http://www.w3.org/2000/svg';
const ofSvg = new Set(['svg', 'path', 'rect', 'circle', 'g', 'title']);
const names: Record<string, string> = { className: 'class', tabIndex: 'tabindex', colSpan: 'colspan' };

export const Fragment = ({ children }: Props): Child => children;

/** An element of the page, or what a component makes of its properties. */
export function jsx(type: string | Component, props: Props): Child {
  if (typeof type === 'function') return type(props);
  const element = ofSvg.has(type) ? document.createElementNS(SVG, type) : document.createElement(type);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'style') setStyle(element as HTMLElement, value as Record<string, string | number> | undefined);
    else if (name === 'children' || typeof value === 'function' || name === 'ref') continue;
    else if (isSaid(name, value))
      element.setAttribute(names[name] ?? name, value === true && !isWord(name) ? '' : String(value));
  }
  put(element, props.children);
  return element;
}
export const jsxs = jsx;

/** Puts what a component answered into an element. */
export function put(into: Element, child: Child): void {
  if (Array.isArray(child)) for (const one of child as readonly Child[]) put(into, one);
  else if (child instanceof Node) into.append(child);
  else if (typeof child === 'string' || typeof child === 'number') into.append(String(child));
}

/** States of accessibility and data are words: «true», «false»; others are there or not. */
const isWord = (name: string) => /^(aria|data)-/.test(name);
const isSaid = (name: string, value: unknown) => value != null && (value !== false || isWord(name));

function setStyle(element: HTMLElement, style: Record<string, string | number> = {}) {
  for (const [name, value] of Object.entries(style)) {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    element.style.setProperty(property, typeof value === 'number' && value !== 0 ? `${value}px` : String(value));
  }
}
