import { useState } from 'react'
import { Input } from '#ui/input.tsx'

interface NumberInputProps {
  value: number
  min: number
  max: number
  label?: string
  onChange: (value: number) => void
}
/** A whole number. What was typed stays in the field; only valid numbers are reported. */
export function NumberInput({ value, min, max, label, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={min}
      max={max}
      value={typed ?? value}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        const number = Number(target.value)
        if (Number.isInteger(number) && number >= min && number <= max) onChange(number)
      }}
    />
  )
}
