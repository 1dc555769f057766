import type { Feature } from '#platform/feature.ts'
import { reportExport } from './export.ts'
import { reportRoutes } from './routes.ts'

export { getReport, type ReportReader } from './service.ts'

export const reports: Feature = {
  name: 'reports',
  routes: reportRoutes,
  downloads: [reportExport],
}
