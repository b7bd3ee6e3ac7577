export const texts = {
  coming: '…',
  next: 'Next row',
  former: 'Former row',
  csv: 'CSV',
  more: 'More filters',
  rows: (count: string) => (count === '1' ? '1 row' : `${count} rows`),
  noneOfThese: 'Nothing matches these filters.',
} as const;
