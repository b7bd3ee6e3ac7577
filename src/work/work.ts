import { Injectable } from '@nestjs/common';
import { TaskRunner } from '../queue/runner/task-runner.js';
import { AnalysisTask } from './analysis.task.js';
import { IngestFileTask } from './ingest-file.task.js';
import { ScheduleTask } from './schedule.task.js';
import { SweepTask } from './sweep.task.js';

/** What happens by itself in a process that runs tasks: files are read, the graph is analysed, what is left over is swept. */
@Injectable()
export class BackgroundWork {
  constructor(
    private readonly runner: TaskRunner,
    private readonly ingestFile: IngestFileTask,
    private readonly analysis: AnalysisTask,
    private readonly sweep: SweepTask,
    private readonly schedule: ScheduleTask,
  ) {}

  /** From now on, until the process ends. */
  start(): void {
    this.runner.start({
      'ingest-file': this.ingestFile.run,
      analysis: this.analysis.run,
      sweep: this.sweep.run,
      schedule: this.schedule.run,
    });
  }
}
