import type { Macro } from '@ozvi/contract'
import { lazy, Suspense, useState } from 'react'
import { preloadCode } from '#ui/lazy-modules.ts'
import { SuggestedReply } from '#dashboard/assistant'
import { NewReply } from '#dashboard/canned-replies'
import { CopilotMenu } from '#dashboard/copilot'
import { EmojiPicker } from '#dashboard/emoji'
import { FileTray, loadUploads, useDroppedFiles } from '#dashboard/files'
import { useInbox } from '../layout/inbox-context.ts'
import { ComposerBar } from './composer-bar.tsx'
import { ComposerField } from './composer-field.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { useAutosize } from './use-autosize.ts'
import { useCollapsed } from './use-collapsed.ts'
import { type ComposerProps, useComposer } from './use-composer.ts'
import { useFieldInView } from './use-field-in-view.ts'
import { WritingArea } from './writing-area.tsx'

/** Loaded on first focus, so that lists are ready for the first trigger; the same for uploads. */
const loadLists = async () => ({ default: (await import('./completion-lists.tsx')).CompletionLists })
const CompletionLists = lazy(loadLists)
const AboveComposer = lazy(async () => ({
  default: (await import('../drafts/above-composer.tsx')).AboveComposer,
}))

/** The composer for replies and notes; each keeps its text while the other is shown. */
export function Composer({ onMacro, ...props }: ComposerProps & { onMacro: (macro: Macro) => void }) {
  const { row } = props
  const { integration } = useInbox()
  const composer = useComposer(props)
  const { mode, isNote, text, chars, area, field, completion, keys, send } = composer
  const { list, completion: listed } = completion
  const { files, add, remove } = composer.attached
  const [isPicking, setPicking] = useState(false)
  const [isSavingReply, setSavingReply] = useState(false)
  const [suggestion, setSuggestion] = useState('')
  useFieldInView(area, field)
  useAutosize(field, text || suggestion)
  const isDropping = useDroppedFiles((dropped) => void add(dropped))
  const { isCollapsed, setUsed } = useCollapsed(area, text === '' && files.length === 0)
  const focusField = () => field.current?.focus()
  return (
    <div
      ref={area}
      className="shrink-0 px-3 pt-2 print:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-4 short:pt-1 short:pb-[max(0.25rem,env(safe-area-inset-bottom))]"
    >
      <Suspense fallback={null}>
        <AboveComposer
          row={row}
          mode={mode}
          field={field}
          collision={composer.collision}
          onText={composer.showText}
          onMode={composer.changeMode}
          onSend={() => void send()}
        />
      </Suspense>
      <WritingArea isNote={isNote} isCollapsed={isCollapsed} isDropping={isDropping}>
        <ModeTabs mode={mode} onChange={composer.changeMode} onPress={focusField} controls="composer" />
        <ComposerField
          {...{ row, field, text, isNote, chars, suggestion, completion }}
          onText={composer.write}
          onFocus={() => {
            setUsed(true)
            void preloadCode(() => Promise.all([loadLists(), loadUploads()]))
          }}
          onKeyDown={keys.onKeyDown}
          onFiles={(pasted) => void add(pasted)}
          onLeave={() => void composer.typing.stopped()}
        />
        {!isNote && !text && (
          <SuggestedReply
            row={row}
            field={field}
            hintId="composer-proposal"
            onShow={setSuggestion}
            onInsert={completion.change}
          />
        )}
        {files.length > 0 && (
          <Suspense fallback={<div className="h-14" />}>
            <FileTray files={files} onRemove={remove} className="px-3 pb-2" />
          </Suspense>
        )}
        {listed && (
          <Suspense fallback={null}>
            <CompletionLists
              ref={list}
              completion={listed}
              row={row}
              workspace={integration}
              field={field}
              onInsert={completion.insert}
              onMacro={(macro) => {
                completion.insert('')
                onMacro(macro)
              }}
              onClose={completion.leave}
            />
          </Suspense>
        )}
        {isPicking && (
          <Suspense fallback={null}>
            <EmojiPicker
              onInsert={(sign) => {
                setPicking(false)
                completion.insert(sign)
              }}
              onClose={(isFocusElsewhere) => {
                setPicking(false)
                if (!isFocusElsewhere) focusField()
              }}
            />
          </Suspense>
        )}
        <ComposerBar
          {...{ mode, chars, isPicking, sendKey: keys.sendKey, isReady: composer.isReady }}
          onAttach={(selected) => {
            void add(selected)
            focusField()
          }}
          onReplies={completion.openReplies}
          onEmoji={() => setPicking(!isPicking)}
          onMark={completion.mark}
          onSend={() => void send()}
          onSendAndResolve={() => void composer.sendAndResolve()}
          onLater={(at) => void send(at)}
          onSaveReply={() => setSavingReply(true)}
          copilot={
            <CopilotMenu
              {...{ row, text, isNote }}
              onText={completion.change}
              onNote={(added) => composer.append(added, 'note')}
            />
          }
        />
      </WritingArea>
      {isSavingReply && (
        <Suspense fallback={null}>
          <NewReply integration={integration} body={text.trim()} onClose={() => setSavingReply(false)} />
        </Suspense>
      )}
    </div>
  )
}
