import { useIsHydrated } from '#platform/document/use-client-hints.tsx'

const zonesHere = Intl.supportedValuesOf('timeZone')

/** All time zones of this browser, and the selected one; `first` precedes them. */
export function ZoneOptions({ selected, first }: { selected: string; first?: string }) {
  // The server knows other zones than the browser.
  const supportedZones = useIsHydrated() ? zonesHere : []
  const zones = ['UTC', ...supportedZones].includes(selected)
    ? ['UTC', ...supportedZones.filter((zone) => zone !== 'UTC')]
    : [selected, 'UTC', ...supportedZones]
  const ordered = first ? [first, ...zones.filter((zone) => zone !== first)] : zones
  return ordered.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  ))
}
