import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Input } from './input.tsx'

/** Can be shown while typing; pasting and password managers work. */
export function PasswordInput({
  showLabel,
  hideLabel,
  ...rest
}: ComponentProps<'input'> & { showLabel: string; hideLabel: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input {...rest} type={isShown ? 'text' : 'password'} spellCheck={false} className="pr-11" />
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={isShown ? hideLabel : showLabel}
        aria-pressed={isShown}
        size="sm"
        onClick={() => setShown(!isShown)}
        className="absolute top-1/2 right-0.5 -translate-y-1/2"
      />
    </span>
  )
}
