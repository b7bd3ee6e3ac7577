import { useState } from 'preact/hooks';
import { GroupChanges, GroupQuestion } from '../../base/group-acts.js';
import { type GroupChange, groups } from '../../base/groups.js';
import type { AskedGroup } from './panel-props.js';
import { renew } from './renew.js';
import type { Explored } from './use-explored.js';

interface GroupNotesProps {
  readonly explored: Explored;
  readonly asked: AskedGroup;
  /** Gives the focus back to the picture. */
  readonly leave: () => void;
}

/** Asks about a group, and lists changes of groups. Objects are marked by their groups at once. */
export function GroupNotes({ explored, asked, leave }: GroupNotesProps) {
  const [answered, setAnswered] = useState<AskedGroup>();
  const [changes, setChanges] = useState<readonly GroupChange[]>([]);
  const renewOf = ({ objects }: GroupChange) => void renew(objects, explored);
  return (
    <>
      {asked !== answered && (
        <GroupQuestion
          group={groups[asked.group]}
          objects={asked.objects}
          onClose={() => setAnswered(asked)}
          onDone={(change) => {
            setChanges([...changes, change]);
            renewOf(change);
            leave();
          }}
        />
      )}
      <GroupChanges changes={changes} setChanges={setChanges} onUndone={renewOf} />
    </>
  );
}
