const size = { width: 96, height: 28, edge: 2 }

/** A metric by day, with gaps. Decorative: the values are next to it as text. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const definedValues = values.flatMap((value, index) => (value === null ? [] : [{ value, place: index }]))
  const all = definedValues.map(({ value }) => value)
  const lowest = Math.min(...all)
  const span = Math.max(...all) - lowest
  if (definedValues.length < 2) return null
  const inner = { width: size.width - 2 * size.edge, height: size.height - 2 * size.edge }
  const points = definedValues.map(({ value, place: index }) => {
    const x = size.edge + (inner.width * index) / (values.length - 1)
    const share = span === 0 ? 0.5 : (value - lowest) / span
    return `${x.toFixed(1)},${(size.edge + inner.height * (1 - share)).toFixed(1)}`
  })
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="h-7 w-20 min-w-0 shrink text-primary"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}
