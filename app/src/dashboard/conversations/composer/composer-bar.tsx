import { messageCharsMax } from '@ozvi/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePlatform } from '#platform/document/use-client-hints.tsx'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import type { IconName } from '#ui/icon.tsx'
import { Menu, MenuRadioItem, MenuItem } from '#ui/menu.tsx'
import { setSuggestedReplies, useSuggestedReplies } from '#dashboard/assistant'
import { SaveAsReplyItem } from '#dashboard/canned-replies'
import { modKey, useCommands } from '#dashboard/commands'
import { AttachButton } from '#dashboard/files'
import { useTimes } from '../conversation/command-options.ts'
import { useInbox } from '../layout/inbox-context.ts'
import type { Mode } from './drafts.ts'
import { type SendKey, setSendKey } from './send-key.ts'
import { SnoozePicker } from '../snooze/snooze.tsx'
import type { Markup } from './wrap-selection.ts'

/** Loaded with the menu. */
const ScheduledTimes = lazy(async () => ({
  default: (await import('../scheduled/scheduled-times.tsx')).ScheduledTimes,
}))
/** The counter is shown near the limit only. */
const counterFrom = messageCharsMax - 500
const marks: readonly { markup: Markup; icon: IconName; keys?: string }[] = [
  { markup: 'bold', icon: 'bold', keys: 'Mod+b' },
  { markup: 'italic', icon: 'italic', keys: 'Mod+i' },
  { markup: 'link', icon: 'link', keys: 'Mod+k' },
  { markup: 'list', icon: 'list' },
]

export function ComposerBar({
  mode,
  chars,
  isReady,
  sendKey,
  onAttach,
  onReplies,
  isPicking,
  onEmoji,
  onMark,
  onSend,
  onSendAndResolve,
  onLater,
  onSaveReply,
  copilot,
}: {
  mode: Mode
  chars: number
  /** There is something to send, and nothing prevents it. */
  isReady: boolean
  sendKey: SendKey
  onAttach: (files: File[]) => void
  onReplies: () => void
  /** The emoji picker is open. */
  isPicking: boolean
  onEmoji: () => void
  onMark: (markup: Markup) => void
  onSend: () => void
  onSendAndResolve: () => void
  onLater: (at: Date) => void
  /** Saves the text as a canned reply. */
  onSaveReply: () => void
  copilot: ReactNode
}) {
  const t = useT()
  const platform = usePlatform()
  const { integration } = useInbox()
  const [isPickingTime, setPickingTime] = useState(false)
  const times = useTimes(onLater)
  const anyTime = { label: t('conversations.snooze_custom'), run: () => setPickingTime(true) }
  useCommands(mode === 'text' && isReady ? { later: { options: () => [...times(), anyTime] } } : {})
  return (
    <div className="flex flex-wrap items-center gap-0.5 px-2 pb-2 collapsed:hidden short:order-1 short:grow short:basis-auto! short:pb-0">
      <AttachButton onFiles={onAttach} />
      <IconButton
        icon="message"
        label={t('canned-replies.open')}
        size="sm"
        data-keys="/"
        onClick={onReplies}
      />
      <IconButton
        icon="smile"
        label={t('emoji.insert')}
        size="sm"
        aria-expanded={isPicking}
        // Keep the focus in an open picker until it is closed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onEmoji}
      />
      <FormatButtons onMark={onMark} />
      {copilot}
      <RemainingChars chars={chars} />
      <div className="ml-auto flex shrink-0">
        <Button
          size="sm"
          variant="primary"
          icon={mode === 'note' ? 'note' : 'send'}
          disabled={!isReady}
          onClick={onSend}
          className="rounded-r-none"
        >
          {mode === 'note' ? t('conversations.add_note') : t('conversations.send')}
        </Button>
        <Menu
          side="top"
          align="end"
          trigger={
            <IconButton
              icon="chevron-down"
              label={t('messages.send_ways')}
              size="sm"
              className="rounded-l-none border-l border-(--bg) bg-primary text-on-primary hover:bg-primary-hover hover:text-on-primary"
            />
          }
        >
          {isReady && (
            <MenuItem icon="circle-check" onSelect={onSendAndResolve}>
              {mode === 'note' ? t('messages.note_and_resolve') : t('messages.send_and_resolve')}
            </MenuItem>
          )}
          {mode === 'text' && isReady && (
            <Suspense fallback={null}>
              <ScheduledTimes onLater={onLater} onPick={() => setPickingTime(true)} />
            </Suspense>
          )}
          {mode === 'text' && chars > 0 && <SaveAsReplyItem holder={integration} onSelect={onSaveReply} />}
          <MenuRadioItem
            label={t('conversations.send_key')}
            value={sendKey}
            onChange={setSendKey}
            options={[
              { value: 'enter', label: t('conversations.send_key_enter') },
              { value: 'mod_enter', label: t('conversations.send_key_mod', { key: modKey(platform) }) },
            ]}
          />
          <SuggestionsItem />
        </Menu>
      </div>
      <SnoozePicker
        title={t('messages.later')}
        submitLabel={t('messages.later')}
        isOpen={isPickingTime}
        onOpenChange={setPickingTime}
        onPick={onLater}
      />
    </div>
  )
}

function FormatButtons({ onMark }: { onMark: (markup: Markup) => void }) {
  const t = useT()
  return marks.map(({ markup, icon, keys }) => (
    <IconButton
      key={markup}
      icon={icon}
      label={t(`conversations.${markup}`)}
      size="sm"
      data-keys={keys}
      // The keyboard leaves no room for a second row.
      className="short:hidden max-sm:hidden"
      onClick={() => onMark(markup)}
    />
  ))
}

function RemainingChars({ chars }: { chars: number }) {
  const t = useT()
  const remainingChars = messageCharsMax - chars
  return (
    <p
      id="composer-count"
      role="status"
      className={cn('flex-1 px-2 text-right text-sm', remainingChars < 0 ? 'text-danger' : 'text-muted')}
    >
      {chars > counterFrom &&
        (remainingChars >= 0
          ? t('conversations.chars_left', { count: remainingChars })
          : t('conversations.chars_over', { count: -remainingChars }))}
    </p>
  )
}

function SuggestionsItem() {
  const t = useT()
  const suggestedReplies = useSuggestedReplies()
  return (
    <MenuRadioItem
      label={t('assistant.suggested_replies')}
      value={suggestedReplies}
      onChange={setSuggestedReplies}
      options={[
        { value: 'on', label: t('assistant.suggested_replies_on') },
        { value: 'off', label: t('assistant.suggested_replies_off') },
      ]}
    />
  )
}
