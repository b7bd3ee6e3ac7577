import { Estate } from './generator/estate.js';
import { ESTATE_PRESETS } from './generator/sizes.js';

/** The estate of the demo, as it stands at `now`: the same people and machines at any time, with dates that follow it. */
export function demoEstate(now: Date): Estate {
  return new Estate({ seed: 'graphward', sizes: ESTATE_PRESETS.demo, now });
}
