/**
 * Spreadsheets run a text as a formula if it begins with one of these characters; East Asian editions also accept their wide forms. A
 * leading apostrophe prevents that. Numbers are written as they are.
 */
export function safeInSheet(text: string): string {
  return /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}

/** Whether a cell of CSV is put in quotes (RFC 4180). */
export function needsQuotes(cell: string): boolean {
  return /[",\r\n]|^\s|\s$/.test(cell);
}

export function withDoubledQuotes(cell: string): string {
  return cell.replaceAll('"', '""');
}
