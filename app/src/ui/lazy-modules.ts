/** A module that is loaded on demand. */
export interface LazyModule<M> {
  /** The module, once loaded. */
  now(): M | undefined
  load(): Promise<M>
}
const modules: LazyModule<unknown>[] = []
/** Preloads all modules of this type that pages may need, when nothing else is loading. */
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
