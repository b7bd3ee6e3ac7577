import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../api/call.js';
import type { KindDescriptionDto } from '../api/schema.js';
import { useAnswer } from './states.js';

/** The texts of the kinds of edges. */
export class KindTexts {
  private readonly byName: ReadonlyMap<string, KindDescriptionDto>;

  constructor(
    readonly kinds: readonly string[],
    descriptions: readonly KindDescriptionDto[],
  ) {
    this.byName = new Map(descriptions.map((it) => [it.name, it]));
  }

  of(kind: string): KindDescriptionDto | undefined {
    return this.byName.get(kind);
  }

  /** The words between the names of both ends. */
  readonly sentenceOf = (kind: string): string => this.of(kind)?.sentence ?? 'leads to';
}

/** Empty until a view has asked for them. */
export const kindTexts = signal(new KindTexts([], []));

/** Asks for the texts once; they are empty until they have arrived. */
export function useKindTexts(): KindTexts {
  const texts = kindTexts.value;
  const isMissing = texts.kinds.length === 0;
  const { answer } = useAnswer(
    isMissing ? call('GET /api/v2/graphs/kinds', { query: { type: ['edge'], descriptions: true } }) : null,
  );
  useEffect(() => {
    if (answer) kindTexts.value = new KindTexts(answer.data.kinds, answer.data.descriptions ?? []);
  }, [answer]);
  return texts;
}
