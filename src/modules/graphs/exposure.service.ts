import { Injectable } from '@nestjs/common';
import { type Fault, InvalidInputError } from '../../base/errors.js';
import { addNote } from '../../base/scope/request-scope.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { accountKinds } from '../../graph/kinds/kind-definitions.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { questionIn, referencesOf, selectionOf } from '../../graph/answers/path-reader.js';
import type { AskedExposure } from './ends.query.js';
import { type ExposedEnvironment, sumsByEnvironment } from './environment-sums.js';
import { type ExposureDto, toCountsDto } from './exposure.dto.js';
import { SelectionsService } from './selections.service.js';
import { type AskedView, controlView } from './view.query.js';

/** Counts the accounts that reach selected nodes. */
@Injectable()
export class ExposureService {
  constructor(
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly selections: SelectionsService,
  ) {}

  /** Counts the accounts that reach the members of a tag. @throws InvalidInputError if there is no such tag */
  async ofTag(tag: string): Promise<Versioned<ExposureDto & { readonly environments: readonly ExposedEnvironment[] }>> {
    const { version, answer } = await this.exposure({ ends: { tag, where: [] }, startsWhere: [] }, controlView);
    return { version, answer: { ...answer, environments: sumsByEnvironment(answer.groups) } };
  }

  /**
   * @throws InvalidInputError for unknown kinds and tags
   * @throws NotFoundError if a node is unknown
   */
  async exposure(asked: AskedExposure, askedView: AskedView): Promise<Versioned<ExposureDto>> {
    const faults: Fault[] = [];
    const known = await this.kinds.list();
    const ends = await this.selections.nodesOf('end', asked.ends, known, faults);
    const among = await this.accountsOf(asked, faults);
    const view = await this.selections.viewOf(askedView, known, faults);
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { version, kindsVersion, answer, nodes } = await this.graph.ask(
      {
        name: 'exposure',
        about: referencesOf(ends),
        ...questionIn(view),
        args: (ids, without) => ({
          ends: selectionOf(ends, ids),
          among,
          kinds: view.kinds,
          held: view.held,
          without,
        }),
      },
      shownNodes,
    );
    const domains = new Map([...nodes.values()].map(({ objectid, name }) => [objectid, name]));
    const nameOf = await this.kinds.of(
      answer.groups.map(({ kind }) => kind),
      kindsVersion,
    );
    const hasView = view.without !== undefined;
    const groups = answer.groups.map((group) => ({
      kind: nameOf(group.kind),
      domain: group.environment && (domains.get(group.environment) ?? group.environment),
      environment_id: group.environment,
      ...toCountsDto([group], hasView),
    }));
    const counts = toCountsDto(answer.groups, hasView);
    if (counts.accounts === 0) addNote('the graph has no enabled accounts');
    return { version, answer: { ...counts, groups } };
  }

  private async accountsOf({ startsWhere }: AskedExposure, faults: Fault[]): Promise<number[] | null> {
    if (startsWhere.length === 0) return null;
    const chosen: number[] = [];
    for (const kind of accountKinds)
      if (faults.length === 0)
        chosen.push(...((await this.selections.choose({ kind }, startsWhere, faults, 'start_where')) ?? []));
    return chosen;
  }
}
