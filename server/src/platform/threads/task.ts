/** A function that runs in another thread. Its input and its result are copied. */
export interface Task<Input, Result> {
  /** Address of the module that exports it. */
  module: string
  name: string
  /** Carries the types; never set. */
  readonly run?: (input: Input) => Result
}

type Runnable = (input: never) => unknown
type Names<Module> = { [Name in keyof Module]: Module[Name] extends Runnable ? Name : never }[keyof Module]
type TaskOf<Run> = Run extends (input: infer Input) => infer Result ? Task<Input, Awaited<Result>> : never

/**
 * Names the functions of a module as tasks, without loading it here.
 *
 * @param module `new URL('./x.ts', import.meta.url)`
 */
export const tasksOf =
  <Module extends object>(module: URL) =>
  <Name extends Names<Module> & string>(name: Name): TaskOf<Module[Name]> =>
    // What the task takes and gives is what the module says of the function.
    ({ module: module.href, name }) as unknown as TaskOf<Module[Name]>

/** What goes to a thread. */
export interface TaskRequest {
  module: string
  name: string
  input: unknown
}
/** What comes back; `error` is the name of the error that was thrown. */
export type TaskOutcome = { result: unknown } | { error: string; message: string }
