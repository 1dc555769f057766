import { hydrate } from '#platform/document/hydrate.tsx'
import { siteIslands } from '#platform/document/island-names.ts'
import type { IslandKind } from '#platform/document/island.tsx'
import { showErrorPage } from './show-error-page.ts'

const modules = import.meta.glob<{ island: IslandKind<object> }>([
  './site/**/*-island.tsx',
  '!./site/demo/*-island.tsx',
])
export const hydrateIslands = () => hydrate(modules, siteIslands, showErrorPage)
