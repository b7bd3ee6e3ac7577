import { call } from '../../api/call.js';
import { Heading } from '../../base/parts.js';
import { seesAll } from '../../base/session.js';
import { Ask } from '../../base/states.js';
import type { ViewProps } from '../screen.js';
import { Members } from './members.js';
import { Selectors } from './selectors.js';

const unknown = 'There is no such group';

/** A tier or a label: its members, and why they are members. */
export function View({ parts: { id = '' } }: ViewProps) {
  const tag = Number(id);
  const path = { asset_group_tag_id: tag };
  if (!Number.isSafeInteger(tag) || tag < 1) return <Heading text={unknown} />;
  return (
    <Ask
      of={call('GET /api/v2/asset-group-tags/{asset_group_tag_id}', { path })}
      heading={(answer, error) => answer?.data.tag.name ?? (error ? unknown : '…')}
    >
      {({ data }) => (
        <>
          <p>{data.tag.description}</p>
          <Members tag={tag} />
          {seesAll() && <Selectors tag={tag} />}
        </>
      )}
    </Ask>
  );
}
