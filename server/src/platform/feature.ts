import type { FastifyInstance } from 'fastify'
import type { Context } from './context/context.ts'
import type { Csrf } from './http/csrf.ts'
import type { Download } from './http/download.ts'
import type { Mount, On } from './http/mount.ts'
import type { Jobs } from './jobs/index.ts'
import type { Realtime } from './realtime/index.ts'

/** What a feature can use while it is installed. */
export interface Platform {
  app: FastifyInstance
  ctx: Context
  mount: Mount
  jobs: Jobs
  realtime: Realtime
  csrf: Csrf
}

/** Everything that a feature adds to the server. `features/all.ts` lists the features. */
export interface Feature {
  name: string
  /** Mounts the feature's routes of the contract. */
  routes?: (on: On) => void
  /** Files that are generated while they are sent. */
  downloads?: readonly Download[]
  /** Mounts the feature's routes outside the contract. */
  http?: (platform: Platform) => void
  jobs?: (jobs: Jobs, ctx: Context) => void
  /** What runs until the server closes. */
  watchers?: readonly ((platform: Platform) => { close(): void | Promise<void> })[]
}

export function install(feature: Feature, platform: Platform): void {
  const { app, ctx, mount, jobs } = platform
  feature.routes?.(mount.on)
  for (const download of feature.downloads ?? []) download.mount(app, ctx, mount)
  feature.http?.(platform)
  feature.jobs?.(jobs, ctx)
  for (const watch of feature.watchers ?? []) {
    const watcher = watch(platform)
    app.addHook('onClose', () => watcher.close())
  }
}
