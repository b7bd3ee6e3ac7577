import { firstForeignKind, kindNames } from '../../kinds/kind-catalogue.js';

const catalogue: ReadonlyMap<string, number> = new Map([...kindNames].map(([number, name]) => [name, number]));

/** Numbers of the kinds of a batch: as in the catalogue, or from {@link firstForeignKind} on, in the order in which they come. */
export class BatchKinds {
  /** Names without a number in the catalogue. */
  readonly foreign: string[] = [];
  private readonly foreignNumbers = new Map<string, number>();

  of(name: string): number {
    const number = catalogue.get(name) ?? this.foreignNumbers.get(name);
    if (number !== undefined) return number;
    const added = firstForeignKind + this.foreign.push(name) - 1;
    this.foreignNumbers.set(name, added);
    return added;
  }

  nameOf(number: number): string {
    return kindNames.get(number) ?? this.foreign[number - firstForeignKind] ?? '';
  }
}
