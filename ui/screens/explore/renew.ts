import { send } from '../../api/send.js';
import { noteVersion } from '../../base/states.js';
import { graphIn, openCall } from '../../explore/answers.js';
import { compared } from '../../explore/renewal.js';
import type { Scene } from '../../explore/scene.js';
import type { Explored } from './use-explored.js';

/** Compares objects of the picture with the present graph. @param then what is shown of it */
export function renew(
  objects: readonly string[],
  { change, attempt }: Explored,
  then = (scene: Scene) => scene,
): Promise<void> {
  return attempt(async () => {
    const { answer, version } = await send(openCall(objects));
    noteVersion(version);
    const present = { graph: graphIn(answer.data), asked: objects, isWhole: !answer.data.truncated };
    change((it) => then(compared(it, present)));
  });
}
