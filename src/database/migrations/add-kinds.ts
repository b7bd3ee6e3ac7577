import type { QueryRunner } from 'typeorm';

/** A new row of the catalogue of kinds. */
interface AddedKind {
  readonly id: number;
  readonly name: string;
  readonly traversable?: true;
}

/** Gives a kind that an OpenGraph file added the number that its name has in the catalogue. */
const renumbering = (former: number, id: number) => {
  const replaced = `kinds = array_replace(kinds, ${former}::smallint, ${id}::smallint)`;
  const having = `kinds @> ARRAY[${former}::smallint]`;
  return [
    `UPDATE node SET kind = CASE kind WHEN ${former} THEN ${id} ELSE kind END, ${replaced} WHERE ${having}`,
    `UPDATE edge_list SET list = ${id} WHERE list = ${former}`,
    `UPDATE edge_list SET ${replaced} WHERE ${having}`,
    `UPDATE change_log SET ${replaced} WHERE ${having}`,
    // Its counts name kinds by their numbers. The record is read again.
    `UPDATE collector_record SET digest = NULL WHERE digest IS NOT NULL AND counts @> ARRAY[${former}]`,
    `DELETE FROM kind WHERE id = ${former}`,
  ];
};

/** Adds kinds to the catalogue. */
export async function addKinds(queryRunner: QueryRunner, kinds: readonly AddedKind[]): Promise<void> {
  for (const { id, name, traversable = false } of kinds) {
    const [known] = await queryRunner.query('SELECT id FROM kind WHERE name = $1', [name]);
    if (known) for (const statement of renumbering(known.id, id)) await queryRunner.query(statement);
    await queryRunner.query('INSERT INTO kind (id, name, traversable) VALUES ($1, $2, $3)', [id, name, traversable]);
  }
}

/** Takes kinds out of the catalogue. */
export async function removeKinds(queryRunner: QueryRunner, kinds: readonly AddedKind[]): Promise<void> {
  await queryRunner.query('DELETE FROM kind WHERE id = ANY ($1::smallint[])', [kinds.map(({ id }) => id)]);
}
