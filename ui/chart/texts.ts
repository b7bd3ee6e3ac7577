import { number } from '../base/format.js';

export const texts = {
  from: 'From',
  to: 'To',
  lastDays: (days: number) => `${number(days)} days`,
  range: 'Range',
} as const;
