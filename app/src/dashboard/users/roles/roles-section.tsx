import { canAllOf, type CustomRole, type Integration, type Member, roles } from '@ozvi/contract'
import { useState } from 'react'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { confirm } from '#ui/confirm.ts'
import { LoadFallback } from '#ui/load-fallback.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { rowTarget } from '#ui/row-target.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.ts'
import { PlanNotice, useHasFeature } from '#dashboard/billing'
import { removeCustomRole, useCustomRoles } from './custom-roles.ts'
import { type MemberRole, roleLabel, roleValue } from './member-role.ts'
import { RightsDialog } from './rights-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { rightKey } from './rights.ts'

interface RolesSectionProps {
  integration: Integration
  users: readonly Member[]
  isAllowed: boolean
}
/** The built-in roles and the workspace's own ones. */
export function RolesSection({ integration, users, isAllowed }: RolesSectionProps) {
  const t = useT()
  const query = useCustomRoles(integration.id)
  const { data } = query
  const isInPlan = useHasFeature(integration.id, 'custom_roles')
  const [edited, setEdited] = useState<CustomRole | 'new' | null>(null)
  const [shown, setShown] = useState<MemberRole | null>(null)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-md font-semibold">{t('custom-roles.title')}</h2>
        {isAllowed && isInPlan && data && (
          <Button size="sm" icon="plus" onClick={() => setEdited('new')}>
            {t('custom-roles.new')}
          </Button>
        )}
      </div>
      {isAllowed && (
        <PlanNotice feature="custom_roles">
          {data && data.length > 0 && t('custom-roles.not_in_plan')}
        </PlanNotice>
      )}
      {!data && (
        <LoadFallback title={t('custom-roles.failed')} query={query}>
          <Skeleton className="h-72 rounded-card" />
        </LoadFallback>
      )}
      {data && (
        <Card>
          <RoleTable
            {...{ integration, users, isAllowed }}
            customRoles={data}
            onEdit={isInPlan ? setEdited : undefined}
            onShow={setShown}
          />
        </Card>
      )}
      {edited && (
        <RoleDialog
          giver={integration}
          role={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {shown && <RightsDialog name={roleLabel(t, shown)} holder={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

interface RoleTableProps extends RolesSectionProps {
  customRoles: readonly CustomRole[]
  /** Undefined if the plan doesn't include custom roles. */
  onEdit: ((role: CustomRole) => void) | undefined
  onShow: (role: MemberRole) => void
}
type Row = MemberRole & { custom?: CustomRole }

function RoleTable({ integration, users, isAllowed, customRoles, onEdit, onShow }: RoleTableProps) {
  const t = useT()
  const { number } = useFormats()
  const rows: Row[] = [
    ...roles.map((role) => ({ role, custom_role: null })),
    ...customRoles
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((custom) => ({ role: custom.base_role, custom_role: custom, custom })),
  ]
  const countOf = (row: Row) => users.filter((member) => roleValue(member) === roleValue(row)).length
  const canEdit = (row: Row) => isAllowed && canAllOf(integration, row)
  const canDelete = ({ role }: Row) => canAllOf(integration, { role, custom_role: null })
  return (
    <Table
      caption={t('custom-roles.title')}
      rows={rows}
      rowKey={roleValue}
      isOpenable={() => true}
      columns={[
        {
          key: 'name',
          header: t('users.role'),
          cell: (row) => (
            <>
              <button
                type="button"
                onClick={() => (row.custom && onEdit && canEdit(row) ? onEdit(row.custom) : onShow(row))}
                className={cn(rowTarget, 'text-left font-medium wrap-anywhere')}
              >
                {roleLabel(t, row)}
              </button>
              <RoleText role={row} />
            </>
          ),
        },
        {
          key: 'members',
          header: t('users.members'),
          align: 'end',
          cell: (row) => (
            <>
              {number(countOf(row))}
              <span className="sm:hidden"> {t('custom-roles.members', { count: countOf(row) })}</span>
            </>
          ),
        },
        {
          key: 'actions',
          header: t('users.actions'),
          isHeaderHidden: true,
          align: 'end',
          cell: (row) =>
            row.custom &&
            canEdit(row) &&
            (onEdit || canDelete(row)) && (
              <span className="relative z-1 max-sm:absolute max-sm:top-3 max-sm:right-2">
                <RoleActions
                  role={row.custom}
                  count={countOf(row)}
                  canDelete={canDelete(row)}
                  onEdit={onEdit}
                />
              </span>
            ),
        },
      ]}
    />
  )
}

/** The purpose of a built-in role, or the rights that a custom one lacks. */
function RoleText({ role: { role, custom } }: { role: Row }) {
  const t = useT()
  const base = t(`users.role_${role}`)
  const missing = custom?.withheld.map((right) => t(`custom-roles.right_${rightKey(right)}`)) ?? []
  return (
    <span className="block max-w-[62ch] text-sm text-muted">
      {!custom && t(`custom-roles.about_${role}`)}
      {custom && missing.length === 0 && t('custom-roles.like', { base })}
      {custom && missing.length > 0 && t('custom-roles.like_without', { base, rights: missing.join(' · ') })}
    </span>
  )
}

function RoleActions({
  role,
  count,
  canDelete,
  onEdit,
}: {
  role: CustomRole
  count: number
  canDelete: boolean
  onEdit: ((role: CustomRole) => void) | undefined
}) {
  const t = useT()
  const { id, integration_id, name, base_role } = role
  const base = t(`users.role_${base_role}`)
  const confirmDelete = () =>
    confirm({
      title: t('custom-roles.delete_title', { name }),
      description:
        count === 0
          ? t('custom-roles.delete_text_unused', { base })
          : t('custom-roles.delete_text', { count, base }),
      confirmLabel: t('custom-roles.delete'),
      async action() {
        await removeCustomRole(integration_id, id)
        toast.success(t('custom-roles.deleted', { name }))
      },
    })
  return (
    <ActionsMenu size="sm" label={t('users.actions_for', { email: name })}>
      {onEdit && (
        <MenuItem icon="pencil" onSelect={() => onEdit(role)}>
          {t('custom-roles.edit')}
        </MenuItem>
      )}
      {canDelete && (
        <MenuItem icon="trash" tone="danger" onSelect={() => void confirmDelete()}>
          {t('custom-roles.delete')}
        </MenuItem>
      )}
    </ActionsMenu>
  )
}
