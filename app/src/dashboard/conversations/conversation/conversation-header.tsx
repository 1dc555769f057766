import { lazy, type RefObject, Suspense } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { useNow } from '#platform/time/use-now.ts'
import { PageLink } from '#platform/document/page-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuLabel } from '#ui/menu.tsx'
import { DueBadge } from '#dashboard/sla'
import { TagChips, useTags } from '#dashboard/tags'
import type { MoreProps } from '../actions/more-items.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { CustomerAvatar } from '../people/customer-avatar.tsx'
import { useInbox } from '../layout/inbox-context.ts'
import { customerName } from '../people/names.ts'
import { useIsHidden } from '../layout/panes.ts'
import { PriorityIcon, PriorityMenu } from './priority.tsx'
import { SnoozeItems, SnoozePicker } from '../snooze/snooze.tsx'
import { statusTones } from '../list/status-tones.ts'
import { ViewerAvatars } from '../viewers/viewer-avatars.tsx'

/** Loaded on first use. */
const ConversationTags = lazy(async () => ({
  default: (await import('../panel/conversation-tags.tsx')).ConversationTags,
}))
const MoreItems = lazy(async () => ({ default: (await import('../actions/more-items.tsx')).MoreItems }))

interface Props extends MoreProps {
  headingRef: RefObject<HTMLHeadingElement | null>
  canAnswer: boolean
  /** Whether the snooze picker is open. */
  isPicking: boolean
  onPicking: (isPicking: boolean) => void
  /** Whether the tag list is open. */
  isTagging: boolean
  onTag: (isTagging: boolean) => void
}
/** Customer, status, and actions on the whole conversation. */
export function ConversationHeader({
  row,
  headingRef,
  canAnswer,
  actions,
  isPicking,
  onPicking,
  isTagging,
  onTag,
  ...more
}: Props) {
  const t = useT()
  const { listPath } = useInbox()
  const isListHidden = useIsHidden('list')
  const isContactHidden = useIsHidden('contact')
  const name = customerName(row, t)
  const isResolved = row.status === 'resolved'
  const resolveLabel = isResolved ? t('conversations.reopen') : t('conversations.resolve')
  return (
    <header className="flex min-h-15 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-page px-2 py-2 sm:px-4 print:[&>a]:hidden short:grid short:min-h-0 short:grid-cols-[auto_auto_1fr_auto] short:gap-y-0 short:py-1">
      <PageLink
        to={listPath}
        aria-label={t('conversations.back')}
        data-tip=""
        data-command="back"
        className={cn(
          'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-inset touch:size-11 short:row-span-2',
          !isListHidden && 'md:hidden',
        )}
      >
        <Icon name="arrow-left" />
      </PageLink>
      <CustomerAvatar
        contact={row.contact}
        size="lg"
        className="max-sm:hidden md:max-xl:hidden short:col-start-2 short:row-span-2"
      />
      <div className="min-w-0 flex-1 short:col-start-3 short:row-start-1">
        <h2
          id="conversation-title"
          ref={headingRef}
          tabIndex={-1}
          className="truncate text-md leading-5 font-semibold outline-none"
        >
          <ContactButton name={name} onClick={more.onToggleContact} />
        </h2>
      </div>
      <div className="flex shrink-0 items-center gap-2 print:hidden short:col-start-4 short:row-span-2 short:row-start-1">
        {canAnswer && (
          <>
            <AssignMenu row={row} actions={actions} />
            <Menu
              align="end"
              className="w-72"
              trigger={
                <Button
                  size="sm"
                  icon="moon"
                  aria-label={t('conversations.snooze')}
                  data-tip=""
                  data-command="snooze"
                  className="max-sm:hidden max-2xl:px-2"
                >
                  <span className="max-2xl:hidden">{t('conversations.snooze')}</span>
                  <Icon name="chevron-down" size={14} className="text-muted" />
                </Button>
              }
            >
              <SnoozeItems row={row} actions={actions} onPick={more.onPick} />
            </Menu>
            <Button
              size="sm"
              icon={isResolved ? 'refresh' : 'check'}
              aria-label={resolveLabel}
              data-tip=""
              data-command={isResolved ? 'reopen' : 'resolve'}
              className="max-sm:w-11 max-sm:px-0"
              onClick={() => void actions.setStatus(row, isResolved ? 'open' : 'resolved')}
            >
              <span className="max-sm:hidden">{resolveLabel}</span>
            </Button>
          </>
        )}
        <IconButton
          icon="panel-right"
          label={t('conversations.contact_show')}
          data-command="toggle_contact"
          onClick={more.onToggleContact}
          className={cn(canAnswer && 'max-sm:hidden', !isContactHidden && 'xl:hidden')}
        />
        {canAnswer && (
          <>
            <Menu
              align="end"
              className="w-72"
              trigger={<IconButton icon="dots" label={t('conversations.more')} className="shrink-0" />}
            >
              <Suspense fallback={<MenuLabel>{t('conversations.more')}</MenuLabel>}>
                <MoreItems row={row} actions={actions} {...more} />
              </Suspense>
            </Menu>
            {isTagging && (
              <Suspense fallback={null}>
                <ConversationTags row={row} actions={actions} onClose={() => onTag(false)} />
              </Suspense>
            )}
            <SnoozePicker
              isOpen={isPicking}
              onOpenChange={onPicking}
              onPick={(until) => void actions.snooze(row, until)}
            />
          </>
        )}
      </div>
      <Labels row={row} canAnswer={canAnswer} actions={actions} onTag={onTag} />
    </header>
  )
}

/** The customer's name opens their details. On wide screens these are next to the conversation. */
const ContactButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <button
    type="button"
    className="block max-w-full truncate rounded-control text-left max-xl:hover:underline touch:-my-3 touch:py-3 xl:pointer-events-none"
    onClick={onClick}
  >
    {name}
  </button>
)

function StatusAndNumber({ row }: Pick<Props, 'row'>) {
  const t = useT()
  return (
    <p className="mr-1 flex shrink-0 items-center gap-2 text-xs text-muted short:min-w-0 short:shrink">
      <Badge tone={statusTones[row.status]} className="short:block short:truncate short:leading-5">
        {t(`conversations.status_${row.status}`)}
      </Badge>
      <span className="short:hidden">#{row.number}</span>
    </p>
  )
}

/** In landscape on a phone, only the status and the number, below the name. */
const labelsStyle =
  'flex min-w-0 basis-full items-center px-1 text-xs short:col-start-3 short:row-start-2 short:overflow-hidden short:px-0 short:*:not-first:hidden'
type LabelsProps = Pick<Props, 'row' | 'canAnswer' | 'actions' | 'onTag'>
/** Status, tags and priority; as buttons if they can be changed. */
function Labels({ row, canAnswer, actions, onTag }: LabelsProps) {
  const t = useT()
  const { integration } = useInbox()
  const tags = useTags(integration.id)
  const now = useNow()
  const hasTags = row.tag_ids.some((id) => tags.some((tag) => tag.id === id))
  if (!canAnswer)
    return (
      <div className={cn(labelsStyle, 'min-h-6 gap-3')}>
        <StatusAndNumber row={row} />
        <PriorityIcon priority={row.priority} />
        <TagChips tag_ids={row.tag_ids} tags={tags} />
        <DueBadge row={row} now={now} className="ml-auto" />
      </div>
    )
  return (
    <div className={cn(labelsStyle, 'gap-1')}>
      <StatusAndNumber row={row} />
      <PriorityMenu row={row} actions={actions} />
      <button
        type="button"
        onClick={() => onTag(true)}
        className={cn(
          'flex h-6 min-w-0 items-center gap-1.5 rounded-control px-1.5 text-xs text-muted hover:bg-inset hover:text-ink touch:h-11',
          !hasTags && 'print:hidden',
        )}
      >
        {hasTags ? (
          <TagChips tag_ids={row.tag_ids} tags={tags} />
        ) : (
          <>
            <Icon name="tag" size={14} />
            {t('conversations.tags_edit')}
          </>
        )}
      </button>
      <span role="status" className="ml-auto flex min-w-0 pr-1.5 text-xs text-muted">
        <ViewerAvatars row={row} isInHeader />
      </span>
      <DueBadge row={row} now={now} className="pr-1.5 text-xs" />
    </div>
  )
}
