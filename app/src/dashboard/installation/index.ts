export { SeenOnSite } from './seen-on-site.tsx'
export { sightingsQuery, useSightings } from './sightings.ts'
