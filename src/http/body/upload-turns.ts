import { FairSlots } from '../../base/scope/fair-slots.js';

const chunksInWork = new FairSlots({ total: Infinity, perKey: 4 });

/**
 * The chunks of uploads. Four of a principal are in work at the same time. All chunks that have come would be worked on in one
 * turn of the event loop, and each request of others would wait for that.
 */
export async function* inTurns(chunks: AsyncIterable<Buffer>, principal: string): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    await chunksInWork.take(principal);
    try {
      yield chunk;
    } finally {
      chunksInWork.give(principal);
    }
  }
}
