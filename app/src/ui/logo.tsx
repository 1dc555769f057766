import { cn } from './cn.ts'

/** The mark: a speech bubble shaped like an O, with the spark of an answer in it. */
export function LogoSign({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={cn('shrink-0', className)}
    >
      <path
        className="fill-primary forced-colors:fill-[CanvasText]"
        fillRule="evenodd"
        d="M16 2.5c7.9 0 14 5.6 14 12.9 0 7.2-6.1 12.8-14 12.8-1.9 0-3.7-.3-5.3-.9l-6.3 2.5c-.8.3-1.6-.4-1.4-1.2l1.4-5.7A12.3 12.3 0 0 1 2 15.4C2 8.1 8.1 2.5 16 2.5Zm0 6.4c-4.1 0-7.2 2.8-7.2 6.5s3.1 6.4 7.2 6.4 7.2-2.7 7.2-6.4-3.1-6.5-7.2-6.5Z"
      />
      <circle className="fill-primary forced-colors:fill-[CanvasText]" cx="16" cy="15.4" r="2.6" />
    </svg>
  )
}
/** Mark and name together. */
export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 text-xl font-bold tracking-[-0.03em] text-ink',
        className,
      )}
    >
      <LogoSign />
      ozvi
    </span>
  )
}
