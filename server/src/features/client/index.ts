import type { Feature } from '#platform/feature.ts'
import type { WidgetBuild } from './frame.ts'
import { clientRoutes, widgetRoutes } from './routes.ts'

export { loadWidget, type WidgetBuild } from './frame.ts'

/** @param widget its build; without it only calls are answered */
export const client = (widget?: WidgetBuild): Feature => ({
  name: 'client',
  routes: clientRoutes,
  http: ({ app, ctx }) => widget && widgetRoutes(app, ctx, widget),
})
