import { call } from '../../api/call.js';
import { send } from '../../api/send.js';
import { counted } from '../../base/format.js';
import { Button } from '../../base/parts.js';
import { noteVersion } from '../../base/states.js';
import { added, folded, hidden } from '../../explore/acts.js';
import { addCall, graphIn, mostNew } from '../../explore/answers.js';
import type { Explored } from './use-explored.js';

/** What is done with all marked boxes. */
export function MarkedActs(explored: Explored) {
  const { scene, act } = explored;
  const keys = [...scene.marked];
  const objects = keys.filter((key) => scene.nodes.has(key));
  const [first, ...others] = objects;
  const count = counted(keys.length, 'marked box', 'marked boxes');
  return (
    <>
      {first !== undefined && others.length > 0 && (
        <Button label="Paths between the marked" run={() => connect([first], others, explored)} />
      )}
      {first !== undefined && others.length > 0 && (
        <Button
          label="Swapped"
          about="Paths between the marked, swapped"
          run={() => connect(others, [first], explored)}
        />
      )}
      {keys.length > 1 && (
        <Button label={`Fold ${count}`} run={() => act(`Folded ${count}`, (it) => folded(it, keys))} />
      )}
      <Button label={`Hide ${count}`} run={() => act(`Hid ${count}`, (it) => hidden(it, keys))} />
    </>
  );
}

/** Adds the objects of all shortest paths. */
function connect(from: readonly string[], to: readonly string[], explored: Explored): Promise<void> {
  const { scene, act, say, attempt } = explored;
  return attempt(async () => {
    const query = { start_node: [...from], end_node: [...to], only_traversable: true, max_nodes: mostNew };
    const { data } = (await send(call('GET /api/v2/graphs/shortest-path', { query }))).answer;
    const missing = Object.values(data.nodes).flatMap(({ objectId }) => (scene.nodes.has(objectId) ? [] : [objectId]));
    if (missing.length > 0) {
      const { answer, version } = await send(addCall(scene, missing));
      noteVersion(version);
      act(`Added ${counted(Math.min(missing.length, mostNew), 'object')}`, (it) => added(it, graphIn(answer.data)));
    } else
      say(
        data.stub
          ? 'A path leads over objects that your account does not see.'
          : 'All shortest paths are shown already.',
      );
  });
}
