/**
 * Converts a duration to its largest unit, after rounding: 3,590 seconds are an hour. Hours and days below ten are
 * exact; other values are whole.
 */
export function inLargestUnit(seconds: number): {
  value: number
  unit: 'second' | 'minute' | 'hour' | 'day'
} {
  const whole_s = Math.round(seconds)
  if (whole_s < 60) return { value: whole_s, unit: 'second' }
  const minutes = Math.round(whole_s / 60)
  if (minutes < 60) return { value: minutes, unit: 'minute' }
  const hours = whole_s / 3_600
  const [value, unit] = hours < 23.5 ? ([hours, 'hour'] as const) : ([hours / 24, 'day'] as const)
  return { value: value < 10 ? value : Math.round(value), unit }
}
