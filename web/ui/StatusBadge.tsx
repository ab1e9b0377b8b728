import type { ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export type StatusTone = 'green' | 'amber' | 'blue' | 'red' | 'grey'
export type StatusShape = keyof typeof shapes

/** How a status is shown: by colour, shape and word, so that users need not recognise all three. */
export type StatusLook = { word: string; tone: StatusTone; shape: StatusShape }

const shapes = {
  circle: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  square: <rect x=".8" y=".8" width="8.4" height="8.4" rx="1" fill="currentColor" />,
  triangle: <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />,
  diamond: <path d="M5 .2 9.8 5 5 9.8 .2 5Z" fill="currentColor" />,
  ring: <circle cx="5" cy="5" r="3.9" strokeWidth="1.9" />,
  dashedRing: <circle cx="5" cy="5" r="4" strokeWidth="1.7" strokeDasharray="2.4 1.8" />,
  halfRing: (
    <>
      <circle cx="5" cy="5" r="4" strokeWidth="1.7" />
      <path d="M5 1a4 4 0 0 0 0 8Z" fill="currentColor" stroke="none" />
    </>
  ),
  circledTick: (
    <path
      d="M1.25 5a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0-7.5 0M3.75 5l.83.83L6.25 4.17"
      strokeWidth=".73"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  bulb: (
    <path
      d="M1.25 5h.4m3.35-3.75v.4m3.35 3.35h.4m-6.4-2.65.28.28m5.04-.28-.28.28M3.75 6.65a2.1 2.1 0 1 1 2.5 0 1.45 1.45 0 0 0-.42 1.25.83.83 0 0 1-1.66 0 1.45 1.45 0 0 0-.42-1.25M4.05 7.1h1.9"
      strokeWidth=".73"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  plane: <path d="M9.2.8 6.3 9.2 4.3 5.7.8 3.7ZM9.2.8 4.3 5.7" strokeWidth="1.3" strokeLinejoin="round" />,
} satisfies Record<string, ReactNode>

export function StatusBadge({ word, tone, shape }: StatusLook) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Shape shape={shape} />
      {word}
    </span>
  )
}

/** The coloured shape without the word, beside a number or heading. */
export const StatusMark = ({ tone, shape, isDisc }: Omit<StatusLook, 'word'> & { isDisc?: boolean }) => (
  <span className={classes.mark} data-tone={tone} data-disc={isDisc}>
    <Shape shape={shape} />
  </span>
)

const Shape = ({ shape }: Pick<StatusLook, 'shape'>) => (
  <svg
    viewBox="0 0 10 10"
    fill="none"
    stroke={isFilled(shape) ? 'none' : 'currentColor'}
    data-shape={shape}
    aria-hidden
  >
    {shapes[shape]}
  </svg>
)

const isFilled = (shape: StatusShape) => ['circle', 'square', 'triangle', 'diamond'].includes(shape)
