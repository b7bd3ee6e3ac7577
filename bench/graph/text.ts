export function format(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
