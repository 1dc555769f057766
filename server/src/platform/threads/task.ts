/** A function that runs in a worker thread. Its input and result are copied. */
export interface Task<Input, Result> {
  /** URL of the module that exports it. */
  module: string
  name: string
  /** Carries the types; never set. */
  readonly run?: (input: Input) => Result
}

type Runnable = (input: never) => unknown
type Names<Module> = { [Name in keyof Module]: Module[Name] extends Runnable ? Name : never }[keyof Module]
type TaskOf<Run> = Run extends (input: infer Input) => infer Result ? Task<Input, Awaited<Result>> : never

/**
 * References the functions of a module as tasks, without loading the module here.
 *
 * @param module resolved against `import.meta.url`, so that the build finds it
 */
export const tasksOf =
  <Module extends object>(module: URL) =>
  <Name extends Names<Module> & string>(name: Name): TaskOf<Module[Name]> =>
    // Input and output types come from the module's function.
    ({ module: module.href, name }) as unknown as TaskOf<Module[Name]>

/** The message to a thread. */
export interface TaskRequest {
  module: string
  name: string
  input: unknown
}
/** Posted when the module is loaded. */
export interface TaskStarted {
  /** CPU time that the thread has used, in microseconds. */
  cpu_before: NodeJS.CpuUsage
}
/** The reply; `error` is the name of the thrown error. */
export type TaskOutcome = { result: unknown } | { error: string; message: string }
