import { type Scenario, scenarioNameCharsMax } from '@ozvi/contract'
import type { DragEventHandler } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { MenuDivider, MenuItem } from '#ui/menu.tsx'
import { rowTarget, targetRow } from '#ui/row-target.ts'
import type { useScenarioActions } from '../data.ts'
import { StatusBadge } from './status-badge.tsx'

interface ScenarioRowProps {
  integration_id: string
  scenario: Scenario
  isAllowed: boolean
  actions: ReturnType<typeof useScenarioActions>
  /** All ids in order. */
  ids: string[]
  onMove: (step: 1 | -1) => void
  isDropTarget: boolean
  drag: { onDragStart: DragEventHandler; onDragOver: DragEventHandler; onDragEnd: DragEventHandler }
  onDrop: DragEventHandler
}
export function ScenarioRow(props: ScenarioRowProps) {
  const { integration_id, scenario, isAllowed, isDropTarget, drag, onDrop } = props
  const t = useT()
  const to = usePath()
  const { id, name, status, stats, published_version } = scenario
  const path = to('app-i-integrationId-scenario-scenarioId', {
    integrationId: integration_id,
    scenarioId: id,
  })
  return (
    <li
      draggable={isAllowed}
      {...(isAllowed ? { ...drag, onDrop } : {})}
      className={cn(
        targetRow,
        'flex flex-wrap items-center gap-x-1 gap-y-2 py-3 pr-2 pl-4 sm:flex-nowrap',
        isDropTarget && 'bg-primary-subtle',
      )}
    >
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PageLink
            draggable={false}
            to={path}
            className={cn(rowTarget, 'min-w-0 text-base leading-6 font-medium wrap-anywhere')}
          >
            {name}
          </PageLink>
          <StatusBadge status={status} />
          {published_version !== null && scenario.has_unpublished_changes && (
            <Badge>{t('scenarios.has_changes')}</Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          {t(`scenarios.trigger_${scenario.trigger_kind}`)}
          {published_version !== null && ` · ${t('scenarios.version', { version: published_version })}`}
        </p>
        <p className="text-sm text-muted">
          {stats.started === 0 ? (
            t('scenarios.stats_none')
          ) : (
            <PageLink
              draggable={false}
              to={`${path}?panel=numbers`}
              aria-label={`${t('scenario-numbers.open_numbers', { name })}. ${t('scenario-numbers.stats', { ...stats })}`}
              className="relative z-1 rounded-[3px] hover:text-ink hover:underline touch:py-2"
            >
              {t('scenario-numbers.stats', { ...stats })}
            </PageLink>
          )}
        </p>
      </div>
      {isAllowed && <RowActions {...props} />}
    </li>
  )
}

function RowActions({ scenario, actions, ids, onMove }: ScenarioRowProps) {
  const t = useT()
  const { id, name, status } = scenario
  const index = ids.indexOf(id)
  const copyName = t('scenarios.copy_of', { name }).slice(0, scenarioNameCharsMax)
  return (
    <div className="relative z-1 flex items-center gap-1">
      <IconButton
        icon="arrow-up"
        size="sm"
        label={t('scenarios.up_named', { name })}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="arrow-down"
        size="sm"
        label={t('scenarios.down_named', { name })}
        disabled={index === ids.length - 1}
        onClick={() => onMove(1)}
      />
      <ActionsMenu size="sm" label={t('scenarios.actions_named', { name })}>
        {status === 'published' && (
          <MenuItem icon="stop" onSelect={() => void actions.setStatus(id, 'pause')}>
            {t('scenarios.pause')}
          </MenuItem>
        )}
        {status === 'paused' && (
          <MenuItem icon="arrow-right" onSelect={() => void actions.setStatus(id, 'resume')}>
            {t('scenarios.resume')}
          </MenuItem>
        )}
        <MenuItem icon="copy" onSelect={() => void actions.duplicate(scenario, copyName)}>
          {t('scenarios.duplicate')}
        </MenuItem>
        {status !== 'archived' && (
          <MenuItem icon="file" onSelect={() => void actions.setStatus(id, 'archive')}>
            {t('scenarios.archive')}
          </MenuItem>
        )}
        <MenuDivider />
        <MenuItem icon="trash" tone="danger" onSelect={() => void actions.remove(scenario, ids)}>
          {t('scenarios.delete')}
        </MenuItem>
      </ActionsMenu>
    </div>
  )
}
