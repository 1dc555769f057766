import { features } from './features.ts'

export type { Access, Page } from './app-feature.ts'

/** Every page, once: locales, guards, links and navigation are all derived from this list. */
export const pages = features.flatMap(
  (feature): readonly (typeof features)[number]['pages'][number][] => feature.pages,
)

export type PageName = (typeof pages)[number]['name']
