/** A module that is fetched when it is needed. */
export interface LazyModule<M> {
  /** The module, once it has come. */
  now(): M | undefined
  load(): Promise<M>
}
const modules: LazyModule<unknown>[] = []
/** Fetches all that pages may need of this kind, where nothing else waits for the line. */
export const preloadAll = () => Promise.allSettled(modules.map((each) => each.load()))

export function lazyModule<M>(fetch: () => Promise<M>): LazyModule<M> {
  let module: M | undefined
  let loading: Promise<M> | undefined
  const created: LazyModule<M> = {
    now: () => module,
    load: () =>
      (loading ??= fetch().then(
        (loaded) => (module = loaded),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )),
  }
  modules.push(created)
  return created
}
