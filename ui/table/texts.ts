export const texts = {
  coming: '…',
  next: 'Next row',
  former: 'Former row',
} as const;
