import { defaultLocale } from '#platform/i18n/locale.ts'
import { pages, type Page } from '#pages'
import { contentPaths } from '../content/content.server.ts'

const listed = (page: Page) => page.isPrerendered && !/[:*]/.test(page.path)

/** Public paths without their locale: pages, then content. */
export const publicPaths = (): string[] => [
  ...new Set([
    ...pages.filter(listed).map(({ path }) => (path ? `/${path}` : '')),
    ...contentPaths(defaultLocale),
  ]),
]
