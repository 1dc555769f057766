export { SeenOnSite } from './seen-on-site.tsx'
export { sightingsQuery, useSightings } from './sightings.ts'
export { PolicyLines } from './policy-lines.tsx'
