import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Which lists of a node a record gives whole. There are few such sets: all users of a collection have the same. Lists of sessions, which
 * age by themselves, are in a set of their own. What a list is: list-edges.ts.
 */
@Entity({ name: 'list_set' })
@Index('list_set_lists', ['incoming', 'outgoing'], { unique: true })
export class ListSetEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'int',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'list_set_pkey',
  })
  readonly id!: number;

  /** The kinds of lists of edges into the node, ascending; 0 for the list `acl`. */
  @Column({ name: 'incoming', type: 'smallint', array: true })
  readonly incoming!: readonly number[];

  /** The kinds of lists of edges out of the node, ascending; 0 for the list `primary-group`. */
  @Column({ name: 'outgoing', type: 'smallint', array: true })
  readonly outgoing!: readonly number[];
}
