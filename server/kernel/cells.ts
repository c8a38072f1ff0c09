// Texts that become cells of a workbook or a CSV file.

/** A text that a spreadsheet would run as a formula is made a text again. */
export const safeText = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
