import { call } from '../../api/call.js';
import { Heading } from '../../base/parts.js';
import { Answered, useAnswer } from '../../base/states.js';
import type { ViewProps } from '../screen.js';
import { Members } from './members.js';
import { Selectors } from './selectors.js';

/** A tier or a label: its members, and why they are members. */
export function View({ parts: { id = '' } }: ViewProps) {
  const tag = Number(id);
  const isId = Number.isSafeInteger(tag) && tag > 0;
  const asked = useAnswer(
    isId ? call('GET /api/v2/asset-group-tags/{asset_group_tag_id}', { path: { asset_group_tag_id: tag } }) : null,
  );
  if (!isId) return <Heading text="There is no such group" />;
  return (
    <>
      <Heading text={asked.answer?.data.tag.name ?? (asked.error ? 'There is no such group' : '…')} />
      <Answered asked={asked}>
        {({ data }) => (
          <>
            <p>{data.tag.description}</p>
            <Members tag={tag} />
            <Selectors tag={tag} />
          </>
        )}
      </Answered>
    </>
  );
}
