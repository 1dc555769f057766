declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core'
  export const dictionaries: Record<'en' | 'sk', Messages>
}
declare module 'virtual:message-urls' {
  export const messageUrls: Record<'en' | 'sk', string>
  export const lazyMessageUrls: Record<'en' | 'sk', string>
}
declare module 'virtual:build' {
  /** Names the build that the server's pages belong to; `development` where there is none. */
  export const buildId: string
}
declare module 'virtual:islands' {
  /** Module scripts of every page with islands, in order. */
  export const siteScripts: string[]
  /** Additional ones of the demo pages, which have islands of their own. */
  export const demoScripts: string[]
  /** The files to preload for each island, by its source file below `src`. */
  export const islandFiles: Record<string, string[]>
}
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'
  const build: ServerBuild
  export = build
}
