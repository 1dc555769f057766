import { type InboxRow, type Macro, can } from '@ozvi/contract'
import { useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { useT } from '#platform/i18n/provider.tsx'
import { useMedia } from '#platform/theme/use-media.ts'
import { useToastFloor } from '#ui/toast-floor.ts'
import { useCommands } from '#dashboard/commands'
import { useConversationActions } from '../data/actions.ts'
import { Composer } from '../composer/composer.tsx'
import type { ComposerHandle } from '../composer/use-composer.ts'
import { ConversationHeader } from './conversation-header.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { InboxTitle } from '../layout/inbox-title.tsx'
import { useConversationCommands } from '../conversation-commands.ts'
import { rowsIn } from '../data/rows.ts'
import { customerName } from '../people/names.ts'
import { togglePane, useIsHidden } from '../layout/panes.ts'
import { PanelSkeleton } from '../panel/panel-skeleton.tsx'
import { StateBanner } from '../thread/state-banner.tsx'
import { Thread } from '../thread/thread.tsx'
import { useMarkSeen } from '../data/mark-seen.ts'
import { consumeWriting } from '../list/writing.ts'

/** The contact panel is loaded after the conversation. */
const ContactPanel = lazy(() =>
  import('../panel/contact-panel.tsx').then((module) => ({ default: module.ContactPanel })),
)

const Drawer = lazy(() => import('#ui/drawer.tsx').then((module) => ({ default: module.Drawer })))
const MergedBar = lazy(async () => ({ default: (await import('../merging/merge-line.tsx')).MergedBar }))

/** One conversation: thread, actions, and the customer. */
export function OpenConversation({ row }: { row: InboxRow }) {
  const t = useT()
  const { integration, nextAfter, pathOf, listPath } = useInbox()
  const navigate = useNavigate()
  // On narrow screens the panel is loaded only when opened.
  const isWide = useMedia('(min-width: 80rem)')
  const isContactHidden = useIsHidden('contact')
  const [isContactOpen, setContactOpen] = useState(false)
  const toggleContact = () => (isWide ? togglePane('contact') : setContactOpen(!isContactOpen))
  const [isTagging, setTagging] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const [seen_seq] = useState(row.seen_seq)
  const composer = useRef<ComposerHandle>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const actions = useConversationActions(integration.id)
  const canAnswer = can(integration, 'conversations.answer') && !row.merged_into_id
  const name = customerName(row, t)
  useMarkSeen(integration.id, row)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const cache = useQueryClient()
  function resolve() {
    // The sent message may have changed the row, and the user may have navigated.
    const current = rowsIn(cache).get(row.id) ?? row
    const openNext = nextAfter(row.id)
    void actions.setStatus(current, 'resolved', () => isHere.current && openNext())
  }
  const runMacro = (macro?: Macro) =>
    void import('../macros/macro-actions.ts').then(({ startMacro }) => {
      const onText: ComposerHandle['insert'] = (...args) => composer.current?.insert(...args)
      return startMacro({ cache, t, row, macro, onText })
    })
  const { merge, block } = useConversationCommands({
    row,
    actions,
    canAnswer,
    resolve,
    leave: () => void navigate(listPath),
    onTag: () => setTagging(true),
    onPick: () => setPicking(true),
    onMacro: () => runMacro(),
    onReply: () => composer.current?.focus('text'),
    onNote: () => composer.current?.focus('note'),
  })
  useCommands({
    toggle_contact: toggleContact,
    ...(canAnswer && {
      answer: () =>
        void import('../quoting/reply-to-last.ts').then((it) => {
          it.replyToLast(cache, row)
          composer.current?.focus('text')
        }),
      split: () => void import('../merging/dialogs.ts').then((it) => it.openSplitDialog({ row, pathOf })),
    }),
  })
  useFocusOnOpen(row, composer, heading)
  const panel = (
    <Suspense fallback={<PanelSkeleton />}>
      <ContactPanel row={row} canEdit={canAnswer} />
    </Suspense>
  )
  return (
    <div className="flex h-full">
      <InboxTitle of={name} />
      <section
        aria-labelledby="conversation-title"
        className="flex min-w-0 flex-1 flex-col small:scroll-pb-6 small:overflow-y-auto"
      >
        <ConversationHeader
          row={row}
          headingRef={heading}
          canAnswer={canAnswer}
          actions={actions}
          onToggleContact={toggleContact}
          isPicking={isPicking}
          onPicking={setPicking}
          onPick={() => setPicking(true)}
          isTagging={isTagging}
          onTag={setTagging}
          onMerge={merge}
          onBlock={block}
          onMacro={runMacro}
        />
        <Thread row={row} seen_seq={seen_seq} />
        {row.merged_into_id ? (
          <Suspense fallback={null}>
            <MergedBar row={row} />
          </Suspense>
        ) : (
          <Foot>
            <StateBanner row={row} canAnswer={canAnswer} actions={actions} />
            {canAnswer ? (
              <Composer ref={composer} row={row} onMacro={runMacro} onResolve={resolve} />
            ) : (
              <ReadOnlyBar />
            )}
          </Foot>
        )}
      </section>
      {!isContactHidden && (
        <section
          aria-label={t('conversations.contact')}
          className="w-80 shrink-0 overflow-y-auto border-l border-line bg-page max-xl:hidden print:hidden"
        >
          {isWide ? panel : <PanelSkeleton />}
        </section>
      )}
      {isContactOpen && (
        <Suspense>
          <Drawer isOpen onOpenChange={setContactOpen} title={t('conversations.contact')}>
            {panel}
          </Drawer>
        </Suspense>
      )}
    </div>
  )
}

/** The banner and the composer. Toasts stay above them. */
function Foot({ children }: { children: ReactNode }) {
  const foot = useRef<HTMLDivElement>(null)
  useToastFloor(foot)
  return (
    <div ref={foot} className="flex shrink-0 flex-col">
      {children}
    </div>
  )
}

/** In place of the composer, for members who can't reply. */
function ReadOnlyBar() {
  const t = useT()
  return (
    <p className="border-t border-line bg-subtle px-4 py-4 text-center text-base text-muted">
      {t('conversations.read_only')}
    </p>
  )
}

/** Moves the focus when a conversation opens. */
function useFocusOnOpen(
  row: InboxRow,
  composer: RefObject<ComposerHandle | null>,
  heading: RefObject<HTMLHeadingElement | null>,
) {
  const { hasOpened } = useInbox()
  // Opened from the list or after another conversation, whose focused element is gone: the focus moves here.
  // Opened by address: the focus stays at the start of the page.
  useLayoutEffect(() => {
    const writingMode = consumeWriting(row.id)
    if (writingMode) composer.current?.focus(writingMode)
    // A new conversation, ready to be written in.
    else if (!row.subject) composer.current?.focus('text')
    else if (hasOpened.current || document.activeElement !== document.body)
      heading.current?.focus({ preventScroll: true })
    hasOpened.current = true
    // oxlint-disable-next-line react/exhaustive-deps -- as it is when it opens
  }, [])
}
