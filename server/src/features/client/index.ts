export { loadWidget, type WidgetBuild } from './frame.ts'
export { clientRoutes, widgetRoutes } from './routes.ts'
