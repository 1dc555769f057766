import { useEffect, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

/** A value to copy with one click, shown in full. */
export const CopyField = ({
  label,
  value,
  className,
}: {
  label: string
  value: string
  className?: string
}) => (
  <div
    className={cn(
      'flex flex-wrap items-start justify-end gap-2 rounded-control border border-line bg-subtle p-2 pl-3',
      className,
    )}
  >
    <code
      className="min-w-0 flex-[1_1_14rem] py-1.5 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
      aria-label={label}
    >
      {value}
    </code>
    <CopyButton value={value} />
  </div>
)
/** Confirms for two seconds that the value was copied. */
export function CopyButton({ value, size = 'sm' }: { value: string; size?: 'sm' | 'md' }) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <Button
        size={size}
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        {isCopied ? t('ui.copied') : t('ui.copy')}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t('ui.copied') : ''}
      </span>
    </>
  )
}
