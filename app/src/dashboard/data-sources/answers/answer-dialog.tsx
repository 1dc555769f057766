import { Dialog } from '#ui/dialog.tsx'
import type { QuestionFields } from '../data.ts'
import { QuestionForm } from '../forms/question-form.tsx'

/** Edits a question–answer pair. */
export function AnswerDialog({
  title,
  text,
  label,
  initial = { question: '', alternatives: [], answer: '' },
  onSave,
  onClose,
}: {
  title: string
  text: string
  /** Label of the button. */
  label: string
  initial?: QuestionFields
  onSave: (fields: QuestionFields) => Promise<unknown>
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={text}
      className="sm:w-[min(38rem,calc(100vw-2rem))]"
    >
      <QuestionForm
        id="answer"
        initial={initial}
        submitLabel={label}
        onSave={onSave}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}
