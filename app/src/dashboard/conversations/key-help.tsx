import type { Key } from '#platform/i18n/keys.ts'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'

const keys: readonly [string[], Key][] = [
  [['j', '↓'], 'conversations.key_next'],
  [['k', '↑'], 'conversations.key_previous'],
  [['Enter'], 'conversations.key_open'],
  [['Esc'], 'conversations.key_back'],
  [['r'], 'conversations.key_reply'],
  [['n'], 'conversations.key_note'],
  [['e'], 'conversations.key_resolve'],
  [['i'], 'conversations.key_assign_me'],
  [['?'], 'conversations.key_help'],
]
export function KeyHelp({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const t = useT()
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('conversations.keys')}
      description={t('conversations.keys_text')}
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5">
        {keys.map(([names, label]) => (
          <div key={label} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd className="text-base">{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
