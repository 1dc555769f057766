export { tasksOf } from './task.ts'
export { openThread, TaskFailed, type Threads } from './threads.ts'
