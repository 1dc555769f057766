import { hydrate } from '#platform/document/hydrate.tsx'
import { demoIslands } from '#platform/document/island-names.ts'
import type { IslandKind } from '#platform/document/island.tsx'
import { logError } from '#platform/log.ts'
import { showErrorPage } from './show-error-page.ts'

/* Demo pages of the components: their islands are built separately from those of public pages. */

const modules = import.meta.glob<{ island: IslandKind<object> }>('./site/demo/*-island.tsx')
hydrate(modules, demoIslands, showErrorPage).catch((error: unknown) =>
  logError('The page failed to mount', error),
)
