const known = Intl.supportedValuesOf('timeZone')

/** Every zone this browser knows, and the one that is chosen, whatever it is. */
export const zonesWith = (chosen: string): string[] =>
  ['UTC', ...known].includes(chosen)
    ? ['UTC', ...known.filter((zone) => zone !== 'UTC')]
    : [chosen, 'UTC', ...known]
