import { hydrate } from '#platform/document/hydrate.tsx'
import { demoIslands } from '#platform/document/island-names.ts'
import type { IslandKind } from '#platform/document/island.tsx'
import { logError } from '#platform/log.ts'
import { showErrorPage } from './show-error-page.ts'

/* The pages that show the parts of the interface: their islands are built apart from those of the public pages. */

const modules = import.meta.glob<{ island: IslandKind<object> }>('./site/demo/*-island.tsx')
hydrate(modules, demoIslands, showErrorPage).catch((error: unknown) =>
  logError('The page failed to mount', error),
)
