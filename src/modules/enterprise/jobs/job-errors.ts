import { ConflictError, NotFoundError } from '../../../base/errors.js';

export function noSuchJob(id: number): NotFoundError {
  return new NotFoundError('path.job_id', `there is no job ${id}`);
}

export function runsAnother(): ConflictError {
  return new ConflictError([
    {
      code: 'job.already_running',
      context: 'status',
      message: 'the client is running another job; that must end first',
    },
  ]);
}

export function changedMeanwhile(): ConflictError {
  return new ConflictError([
    { code: 'job.wrong_state', context: 'status', message: 'the job was changed meanwhile; try again' },
  ]);
}
