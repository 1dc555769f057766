import { initials } from '@ozvi/contract/initials'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from './icons.tsx'
import { usePanel, useView } from './panel-context.ts'
import { isPage } from './return-link.ts'

export function CloseButton() {
  const { postToHost, translator } = usePanel()
  if (isPage) return null // there is nothing to go back to
  return (
    <button
      className="icon-button"
      aria-label={translator.t('close')}
      onClick={() => postToHost({ type: 'close' })}
    >
      <Icon name="close" />
    </button>
  )
}

/**
 * Focuses an element when its screen is shown in an open panel. A layout effect, because a normal effect runs
 * after painting and a fast key press would go elsewhere.
 */
export function useFocusOnOpen<E extends HTMLElement>(isEnabled = true) {
  const { is_open, takes_focus } = useView()
  const element = useRef<E>(null)
  useLayoutEffect(() => {
    if (is_open && takes_focus && isEnabled) element.current?.focus({ preventScroll: true })
  }, [is_open, takes_focus, isEnabled])
  return element
}

/** The assistant's icon, or a person's picture or initials; decorative, the name is next to it. */
export function Avatar({
  name,
  avatar,
  logo,
}: {
  name: string | null
  avatar?: string | null | undefined
  /** Represents the whole team. */
  logo?: string | null
}) {
  if (name === null)
    return (
      <span className="face assistant">
        <Icon name="spark" size={16} />
      </span>
    )
  // The contract's path as a string.
  if (avatar) return <img className="face" src={`/api/avatar/${avatar}`} alt="" />
  if (logo) return <img className="face logo" src={logo} alt="" />
  return (
    <span className="face" aria-hidden="true">
      {initials(name)}
    </span>
  )
}
