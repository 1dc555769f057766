const known = Intl.supportedValuesOf('timeZone')

/** All time zones of this browser, and the selected one; `first` precedes them. */
export function ZoneOptions({ chosen, first }: { chosen: string; first?: string }) {
  const zones = ['UTC', ...known].includes(chosen)
    ? ['UTC', ...known.filter((zone) => zone !== 'UTC')]
    : [chosen, 'UTC', ...known]
  const shown = first ? [first, ...zones.filter((zone) => zone !== first)] : zones
  return shown.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  ))
}
