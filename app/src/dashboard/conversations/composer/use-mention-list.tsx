import { avatarPath, folded } from '@ozvi/contract'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useUser } from '#platform/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cn } from '#ui/cn.ts'
import { useMembers } from '../members.ts'

const shownMax = 6
/** What is being written after the last `@` before the cursor, as far as it can still become a name. */
export function mentionAt(text: string, caret: number): { start: number; query: string } | undefined {
  const found = /(?:^|[^\p{L}\p{N}_])@([^@\n]{0,40})$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? undefined : { start: caret - query.length - 1, query }
}

interface Writing {
  integration_id: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  /** Only notes mention anybody. */
  isOn: boolean
  write: (text: string) => void
}
/**
 * The members that an `@` may mean: a list over the field, walked by arrows while the cursor stays where it is,
 * chosen from by Enter or Tab, put away by Escape.
 */
export function useMentionList({ integration_id, field, text, isOn, write }: Writing) {
  const t = useT()
  const id = useId()
  const { id: user_id } = useUser()
  const members = useMembers(integration_id)
  const [caret, setCaret] = useState(0)
  const [place, setPlace] = useState(0)
  /** Where an `@` stands that is done with. */
  const [done, setDone] = useState(-1)
  const at = isOn ? mentionAt(text, caret) : undefined
  const wanted = folded(at?.query ?? '')
  const found =
    !at || at.start === done
      ? []
      : members
          .filter((member) => member.user_id !== user_id)
          .filter(
            ({ name, email }) =>
              folded(` ${name}`).includes(` ${wanted}`) || folded(email).startsWith(wanted),
          )
          .slice(0, shownMax)
  const isOpen = found.length > 0
  const active = Math.min(place, found.length - 1)
  const optionId = (option: number) => `${id}-${option}`
  function choose(option: number) {
    const member = found[option]
    if (!member || !at) return
    const isAlone = members.filter(({ name }) => folded(name) === folded(member.name)).length === 1
    const said = `@${isAlone && member.name ? member.name : member.email} `
    const to = at.start + said.length
    write(text.slice(0, at.start) + said + text.slice(caret).replace(/^ /, ''))
    setDone(at.start)
    setCaret(to)
    field.current?.focus()
    // After the new text is in the field, which would otherwise put the cursor at its end.
    requestAnimationFrame(() => field.current?.setSelectionRange(to, to))
  }
  return {
    attributes: {
      'aria-autocomplete': isOn ? ('list' as const) : undefined,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen ? optionId(active) : undefined,
      onSelect: () => {
        const next = field.current?.selectionStart ?? 0
        if (next === caret) return
        setCaret(next)
        setPlace(0)
      },
    },
    /** The text is another one: with the cursor where it is now. */
    wrote: (caret: number) => {
      setCaret(caret)
      setPlace(0)
      if (caret <= done + 1) setDone(-1)
    },
    /** @returns whether the key was meant for the list */
    onKeyDown(event: KeyboardEvent): boolean {
      if (!isOpen) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setPlace((active + step + found.length) % found.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
      else if (event.key === 'Escape') setDone(at?.start ?? -1)
      else return false
      event.preventDefault()
      return true
    },
    list: isOpen && (
      <div
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('conversations.mention')}
        className="absolute bottom-full left-2 z-20 mb-1 w-72 max-w-[calc(100%-1rem)] animate-popover rounded-card border border-line bg-raised p-1 shadow-popover"
      >
        {found.map((member, option) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field hears the keys
          <div
            key={member.user_id}
            id={optionId(option)}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            onPointerMove={() => setPlace(option)}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
            className={cn(
              'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2 text-base touch:min-h-11',
              option === active && 'bg-inset forced-colors:outline-2',
            )}
          >
            <Avatar
              name={member.name || member.email}
              src={member.avatar_id && avatarPath(member.avatar_id)}
              size="sm"
            />
            <span className="min-w-0 truncate">{member.name}</span>
            <span className="ml-auto min-w-0 truncate text-xs text-muted">{member.email}</span>
          </div>
        ))}
      </div>
    ),
  }
}
