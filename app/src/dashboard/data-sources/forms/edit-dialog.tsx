import type { DataSource } from '@ozvi/contract'
import { useT } from '#platform/i18n/provider.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { SourceActions } from '../data.ts'
import { QuestionForm } from './question-form.tsx'
import { TextForm } from './text-form.tsx'
import { WebsiteForm } from './website-form.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
  source: DataSource
  actions: SourceActions
}
/** Edits the content of a source, or its address. */
export function EditDialog({ isOpen, onClose, source, actions }: Props) {
  const t = useT()
  const { id, kind, name, config } = source
  const shared = { id: `edit-${id}`, submitLabel: t('data-sources.save'), onDone: onClose, onCancel: onClose }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('data-sources.edit_title', { name })}
      className="sm:w-[min(42rem,calc(100vw-2rem))]"
    >
      {kind === 'website' && (
        <WebsiteForm
          {...shared}
          initial={{
            start_url: config.start_url ?? '',
            depth: config.depth ?? 5,
            pages_max: config.pages_max ?? 100,
            include: config.include ?? [],
            exclude: config.exclude ?? [],
          }}
          onSave={(website) => actions.change(id, { website })}
        />
      )}
      {kind === 'text' && (
        <TextForm
          {...shared}
          initial={{ name, body: config.body ?? '' }}
          onSave={({ name, body }) => actions.change(id, { name, text: { body } })}
        />
      )}
      {kind === 'question' && (
        <QuestionForm
          {...shared}
          initial={{
            question: config.question ?? '',
            alternatives: config.alternatives ?? [],
            answer: config.answer ?? '',
          }}
          onSave={(question) => actions.change(id, { question })}
        />
      )}
    </Dialog>
  )
}
