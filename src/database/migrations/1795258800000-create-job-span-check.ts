import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No job ends before it starts, whatever the clocks of two instances say: a list from a start to an end is then a range of ends. */
export class CreateJobSpanCheck1795258800000 implements MigrationInterface {
  readonly name = 'CreateJobSpanCheck1795258800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('UPDATE job SET end_time = start_time WHERE end_time < start_time');
    await queryRunner.query('ALTER TABLE job ADD CONSTRAINT job_span_check CHECK (end_time >= start_time)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE job DROP CONSTRAINT job_span_check');
  }
}
