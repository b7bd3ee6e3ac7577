import { Heading } from '../../base/heading.js';
import { texts } from './texts.js';

/** Find without a query. */
export function Start() {
  return <Heading text={texts.title} />;
}
