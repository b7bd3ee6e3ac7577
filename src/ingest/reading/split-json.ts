import type { JsonPart, SplitPlan } from './json-parts.js';
import { JsonSplitter } from './json-splitter.js';
import type { ReadLimits } from './read-limits.js';

/**
 * Splits the document that arrives in `chunks`.
 * @throws PayloadError where its structure breaks, after every part found before.
 */
export async function* splitJson(
  chunks: AsyncIterable<Uint8Array>,
  plan: SplitPlan,
  limits: ReadLimits,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(plan, limits);
  for await (const chunk of chunks) {
    yield* partsOf(splitter, () => splitter.push(chunk));
  }
  yield* partsOf(splitter, () => splitter.end());
}

function* partsOf(splitter: JsonSplitter, work: () => void): Generator<JsonPart> {
  let failure: unknown;
  try {
    work();
  } catch (error) {
    failure = error;
  }
  yield* splitter.take();
  if (failure) {
    throw failure;
  }
}
