export { navPages, navPath } from './nav.tsx'
