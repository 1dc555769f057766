import { can, type RightsHolder } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { rightGroups, rightKey } from './rights.ts'

interface RightsDialogProps {
  name: string
  holder: RightsHolder
  onClose: () => void
}
/** What the members with a role may do. */
export function RightsDialog({ name, holder, onClose }: RightsDialogProps) {
  const t = useT()
  const groups = rightGroups.flatMap((group) => {
    const rights = group.rights.filter((right) => can(holder, right))
    return rights.length > 0 ? [{ area: group.name, rights }] : []
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={name}
      description={t('custom-roles.everyone')}
    >
      <div className="mt-4 flex flex-col gap-5">
        {groups.map(({ area, rights }) => (
          <section key={area}>
            <h3 className="text-base font-medium">{t(`custom-roles.area_${area}`)}</h3>
            <ul className="mt-2 flex flex-col gap-1.5 text-base">
              {rights.map((right) => (
                <li key={right} className="flex gap-2.5">
                  <Icon name="check" size={16} className="mt-0.5 shrink-0 text-success" />
                  {t(`custom-roles.right_${rightKey(right)}`)}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
