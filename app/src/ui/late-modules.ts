/** A module that is fetched when it is needed. */
export interface Late<M> {
  /** The module, once it has come. */
  now(): M | undefined
  load(): Promise<M>
}
const known: Late<unknown>[] = []
/** Fetches all that pages may need of this kind, where nothing else waits for the line. */
export const loadAhead = () => Promise.allSettled(known.map((each) => each.load()))

export function late<M>(fetch: () => Promise<M>): Late<M> {
  let module: M | undefined
  let loading: Promise<M> | undefined
  const made: Late<M> = {
    now: () => module,
    load: () =>
      (loading ??= fetch().then(
        (come) => (module = come),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )),
  }
  known.push(made)
  return made
}
