/** A module that is loaded on demand. */
export interface LazyModule<M> {
  /** The module, once loaded. */
  now(): M | undefined
  load(): Promise<M>
}
const modules: LazyModule<unknown>[] = []
let preloads = 0
/** Whether modules are being preloaded. */
export const isPreloading = () => preloads > 0
/** Loads modules before they are needed. Failures are ignored: they are reported when a module is needed. */
export async function preloadCode(load: () => Promise<unknown>): Promise<void> {
  preloads++
  await load().catch(() => undefined)
  preloads--
}
/**
 * Preloads listeners and starts them.
 *
 * @param load returns the function that starts them, which returns the one that stops them
 * @returns stops them, or keeps them from starting
 */
export function startWhenLoaded(load: () => Promise<() => () => void>): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  void preloadCode(async () => {
    const start = await load()
    if (!isStopped) stop = start()
  })
  return () => {
    isStopped = true
    stop?.()
  }
}
/** Preloads all modules of this type that pages may need, when nothing else is loading. */
export const preloadAll = () => preloadCode(() => Promise.allSettled(modules.map((each) => each.load())))

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
