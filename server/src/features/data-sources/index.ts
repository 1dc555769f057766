import type { Feature } from '#platform/feature.ts'
import { snapshotRoutes } from './snapshots.ts'
import { dataSourceJobs } from './jobs.ts'
import { dataSourceRoutes } from './routes.ts'

export { otherNames } from './extract/other-names.ts'
export { questionKey } from './extract/answer-rows.ts'
export { readContent } from './extract/read-content.ts'
export { textFragment } from './extract/text-fragment.ts'
export { importPages } from './provided-pages.ts'
export { countIndexedItems, listCitableItems } from './item-store.ts'
export { readTable } from './read-table.ts'
export { addQuestion } from './service.ts'
export { snapshotPath } from './snapshots.ts'
export { findStartPage, hasSource } from './store.ts'
export { readWebsiteIcon } from './website-facts.ts'

export const dataSources: Feature = {
  name: 'data-sources',
  routes: dataSourceRoutes,
  http: ({ app, ctx }) => snapshotRoutes(app, ctx),
  jobs: dataSourceJobs,
}
