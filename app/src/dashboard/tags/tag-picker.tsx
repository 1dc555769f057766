import { normalizeText, type Tag, tagNameCharsMax } from '@ozvi/contract'
import { useState } from 'react'
import { errorText, useAsyncAction } from '#platform/calls/use-async-action.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Alert } from '#ui/alert.tsx'
import { cn } from '#ui/cn.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { useOptionList } from '#ui/use-option-list.ts'
import { useTagActions, useTags } from './data.ts'
import { TagDot } from './tag-chips.tsx'

interface Props {
  integration_id: string
  /** Label of the tagged item. */
  title: string
  tag_ids: readonly string[]
  /** Whether an unknown name can be created. */
  canCreate: boolean
  onToggle: (tag: Tag, isOn: boolean) => void
  onClose: () => void
}
/** Focuses the field on mount: the dialog would focus its close button. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Type to filter, arrows to move, Enter to toggle; stays open. */
export function TagPicker({ integration_id, title, tag_ids, canCreate, onToggle, onClose }: Props) {
  const t = useT()
  const tags = useTags(integration_id)
  const actions = useTagActions(integration_id)
  const [text, setText] = useState('')
  const { run, isBusy, problem, clear } = useAsyncAction(async (name: string) => {
    const tag = await actions.create(name)
    setText('')
    reset()
    onToggle(tag, true)
  })
  const name = text.trim()
  const matches = tags.filter((tag) => normalizeText(tag.name).includes(normalizeText(name)))
  const isNew =
    canCreate && name !== '' && !tags.some((tag) => normalizeText(tag.name) === normalizeText(name))
  const count = matches.length + (isNew ? 1 : 0)
  const { active, reset, fieldProps, listProps, optionProps } = useOptionList(count, choose)
  function choose(option: number) {
    if (isBusy) return
    const tag = matches[option]
    if (tag) onToggle(tag, !tag_ids.includes(tag.id))
    else if (isNew) void run(name)
  }
  const option = (isActive: boolean) =>
    cn(
      'flex min-h-8 cursor-default items-center gap-2.5 rounded-control px-2.5 text-base touch:min-h-11',
      isActive && 'bg-inset forced-colors:outline-2',
    )
  return (
    <Dialog isOpen onOpenChange={onClose} title={title}>
      <Input
        ref={focus}
        {...fieldProps}
        aria-label={t('tags.find')}
        autoComplete="off"
        maxLength={tagNameCharsMax}
        placeholder={canCreate ? t('tags.find_or_create') : t('tags.find')}
        value={text}
        onChange={({ target }) => {
          clear()
          setText(target.value)
          reset()
        }}
      />
      {problem && <Alert tone="danger" title={errorText(problem)} className="mt-3" />}
      <div
        {...listProps}
        aria-multiselectable="true"
        aria-label={t('tags.tags')}
        className="mt-3 -mx-1 max-h-72 overflow-y-auto p-1"
      >
        {matches.map((tag, number) => (
          <div
            key={tag.id}
            {...optionProps(number)}
            aria-selected={tag_ids.includes(tag.id)}
            className={option(number === active)}
          >
            <TagDot color={tag.color} />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            {tag_ids.includes(tag.id) && <Icon name="check" size={16} className="text-primary" />}
          </div>
        ))}
        {isNew && (
          <div
            {...optionProps(matches.length)}
            aria-selected={false}
            className={option(active === matches.length)}
          >
            <Icon name="plus" size={16} className="text-muted" />
            <span className="min-w-0 flex-1 truncate">{t('tags.create_named', { name })}</span>
          </div>
        )}
      </div>
      {count === 0 && (
        <p className="px-2.5 pb-2 text-base text-muted">
          {tags.length === 0 ? t(canCreate ? 'tags.none_yet' : 'tags.none_yet_ask') : t('tags.none_found')}
        </p>
      )}
    </Dialog>
  )
}
