export { SeenOnSite } from './seen-on-site.tsx'
export { installationsQuery, useInstallations } from './installations.ts'
export { PolicyLines } from './policy-lines.tsx'
