// What is noticed while a row is read, and the raw texts that must not be lost.
import type { ImportField, ImportIssueCode } from '../../contract/importFields.ts';
import { issueMessage, keepsRawText, toldMessage } from './rules/messages.ts';
import { saysNothing } from './rules/text.ts';
import type { RowView } from './rowView.ts';

/** Something noticed in a cell; `message` is a Russian sentence for the official. */
export interface Issue {
  code: ImportIssueCode;
  field: ImportField;
  raw: string;
  message: string;
  /** The same with the personal cell masked: so it lies in the result. */
  told: string;
}

/** A text that found no place of its own or was not read whole: it stays with the garage, masked like its field. */
export interface Attention {
  field: ImportField;
  title: string;
  raw: string;
}

/** Collects issues, one of a code and field, and the raw texts that must not be lost. */
export class IssueLog {
  readonly issues: Issue[] = [];
  readonly attention: Attention[] = [];
  readonly #view: RowView;

  constructor(view: RowView) {
    this.#view = view;
  }

  add(codes: readonly ImportIssueCode[], field: ImportField, shown = '', raw = this.#view.text(field)): void {
    const title = this.#view.title(field);
    for (const code of codes) {
      // One code says its thing once for a field, however many cells show it.
      if (!this.issues.some((issue) => issue.code === code && issue.field === field)) {
        const facts = { raw, shown, title };
        this.issues.push({
          code,
          field,
          raw,
          message: issueMessage(code, facts),
          told: toldMessage(code, field, facts),
        });
      }
      if (keepsRawText.has(code)) this.keep(field, raw);
    }
  }

  /** Keeps a text that found no place of its own. */
  keep(field: ImportField, raw: string): void {
    const title = this.#view.title(field);
    const isKept = this.attention.some((one) => one.title === title && one.raw === raw);
    if (!saysNothing(raw) && !isKept) this.attention.push({ field, title, raw });
  }
}
