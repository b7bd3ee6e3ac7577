import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeOf, withCopy, withText } from './changed-sources.mjs';
import { mutations } from './mutations-list.mjs';
import { root, say } from './project.mjs';

const AT_ONCE = 2;

/** @returns the changes whose text their file does not have exactly once */
export function misplaced() {
  return mutations.filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2);
}

/** Makes each change alone, and runs its specs. @returns the exit code: 1 if a spec passes with a change */
export async function checkMutations() {
  const lost = misplaced();
  for (const { file, from } of lost) say(`mutations: ${file} does not have this text exactly once: ${from}`);
  if (lost.length > 0) return 1;
  if (!(await passWithout())) return 1;
  const waiting = [...mutations];
  const survivors = [];
  const work = async (folder) => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      for (const spec of next.specs) {
        const { outcome } = await withText(folder, next.file, changed(next), () => outcomeOf(folder, [spec]));
        const isNoticed = outcome === 'failed';
        say(`mutations: ${next.file}: ${isNoticed ? 'noticed' : 'NOT NOTICED'} by ${spec}`);
        if (!isNoticed) survivors.push(next);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => withCopy(work)));
  say(`mutations: ${mutations.length - new Set(survivors).size} of ${mutations.length} were noticed`);
  return survivors.length > 0 ? 1 : 0;
}

/** Without a change all specs pass: otherwise they would notice nothing. */
function passWithout() {
  return withCopy(async (folder) => {
    const { outcome } = await outcomeOf(folder, [...new Set(mutations.flatMap(({ specs }) => specs))]);
    if (outcome !== 'passed') say(`mutations: without a change the specs ${outcome}`);
    return outcome === 'passed';
  });
}

/** By parts, because a `$` of a replacement has a meaning. */
function changed({ file, from, to }) {
  return readFileSync(join(root, file), 'utf8').split(from).join(to);
}
