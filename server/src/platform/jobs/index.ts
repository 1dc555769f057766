export { defineJob, type JobDefinition } from './job-kind.ts'
export { createJobs, type EnqueueOptions, type Jobs } from './jobs.ts'
export type { RunContext } from './workers.ts'
