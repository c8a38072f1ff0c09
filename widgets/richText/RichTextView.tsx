// Rich text on a page: React elements made by the one walk, no HTML.
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import {
  foldRichText,
  valueIn,
  type RichMark,
  type RichText,
  type RichValues,
} from '../../contract/kernel/richTextFold.ts';
import { cx } from '../cx.ts';
import styles from './richText.module.css';

export interface RichTextViewProps {
  text: RichText;
  /** Values of variables; one without a value is shown as a chip with its name. */
  values?: RichValues;
  /** Address of a picture; null leaves its caption. */
  picture?: (file: number) => string | null;
  /** What stands in a slot. */
  slot?: (key: string) => ReactNode;
  className?: string;
}

/** The text as it is read. Links out of this site open in a new tab and say so. */
export function RichTextView({ text, values = {}, picture, slot, className }: RichTextViewProps) {
  const blocks = foldRichText<ReactNode>(text, {
    text: (part, marks) => markedText(part, marks),
    lineBreak: () => <br />,
    variable: (key, marks) => markedText(valueIn(values, key) || <span className={styles.variable}>{key}</span>, marks),
    paragraph: (children, align) => <p data-align={align === 'left' ? undefined : align}>{keyed(children)}</p>,
    heading: (level, children, align) => {
      // The page has its own title: a text begins one step below.
      const Tag = `h${level + 1}` as 'h2' | 'h3' | 'h4';
      return <Tag data-align={align === 'left' ? undefined : align}>{keyed(children)}</Tag>;
    },
    list: (ordered, items) => {
      const Tag = ordered ? 'ol' : 'ul';
      return (
        <Tag>
          {items.map((item, at) => (
            <li key={at}>{keyed(item)}</li>
          ))}
        </Tag>
      );
    },
    quote: (children) => <blockquote>{keyed(children)}</blockquote>,
    rule: () => <hr />,
    image: (file, alt) => {
      const address = picture?.(file);
      if (!address) return <p className={styles.caption}>{alt}</p>;
      return (
        <figure>
          <a href={address} target="_blank" rel="noreferrer" title="Открыть крупно">
            <img src={address} alt={alt} />
          </a>
          <figcaption aria-hidden>{alt}</figcaption>
        </figure>
      );
    },
    slot: (key) => slot?.(key) ?? valueIn(values, key) ?? <span className={styles.variable}>{key}</span>,
    isFilled: (key) => valueIn(values, key) !== '',
  });
  return <div className={cx(styles.text, className)}>{keyed(blocks)}</div>;
}

const keyed = (nodes: ReactNode[]) => nodes.map((node, at) => <Fragment key={at}>{node}</Fragment>);

function markedText(inner: ReactNode, marks: readonly RichMark[]): ReactNode {
  return marks.reduce<ReactNode>((node, mark) => {
    if (mark.type === 'bold') return <strong>{node}</strong>;
    if (mark.type === 'italic') return <em>{node}</em>;
    if (mark.type === 'underline') return <u>{node}</u>;
    const { href } = mark.attrs;
    if (href.startsWith('/')) return <Link to={href}>{node}</Link>;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer" title={`Откроется ${href}`}>
        {node}
      </a>
    );
  }, inner);
}
