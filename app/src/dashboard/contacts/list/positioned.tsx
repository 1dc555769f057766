import type { Ref } from 'react'
import type { CustomItemComponentProps } from 'virtua'

/** Positions a row in the scrolled height, hidden from screen readers. */
export const PositionedRow = ({
  index: _,
  ...rest
}: CustomItemComponentProps & { ref?: Ref<HTMLDivElement> }) => <div role="presentation" {...rest} />
