import { cn } from '#ui/cn.ts'

const colors: Partial<Record<string, string>> = {
  GET: 'text-success bg-success-subtle',
  POST: 'text-primary bg-primary-subtle',
  PUT: 'text-warning bg-warning-subtle',
  DELETE: 'text-danger bg-danger-subtle',
}

export function Method({ method }: { method: string }) {
  return (
    <span
      className={cn(
        'inline-block shrink-0 rounded px-1.5 py-0.5 font-mono text-xs font-semibold',
        colors[method],
      )}
    >
      {method}
    </span>
  )
}
