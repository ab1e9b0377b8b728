import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { NotificationPreview, NotificationTime } from '#contract/notifications.ts'
import { BackToLetters, LetterView } from '../letters/LetterView.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { timeOf } from './notificationApi.ts'
import { Addressees } from './Addressees.tsx'
import classes from './SendReview.module.css'
import { WhatStays } from './WhatStays.tsx'
import { lead } from './sendWords.ts'
import { useWidth } from '../ui/useIsPhone.ts'

type SendReviewProps = { preview: NotificationPreview; time: NotificationTime; onVerify: () => void }

/** What a send will do: in one sentence, what stays and why, who gets a letter, and each letter as it will arrive. */
export function SendReview({ preview, time, onVerify }: SendReviewProps) {
  const { letters } = preview
  const isNarrow = useWidth('(max-width: 68.74em)')
  const [chosen, setChosen] = useState<number>()
  const open =
    letters.find(({ supporter_id }) => supporter_id === chosen) ?? (isNarrow ? undefined : letters[0])
  const place = open ? letters.indexOf(open) : -1
  const list = useRef<HTMLDivElement>(null)
  const left = useRef<number>(undefined)
  useEffect(() => {
    // Where the letter replaced the list, the focus returns to its supporter's button.
    if (open || left.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-supporter="${left.current}"]`)?.focus()
  }, [open])
  const goTo = (next: number) => {
    const letter = letters[next]
    if (letter) setChosen(letter.supporter_id)
  }
  return (
    <div className={classes.review} data-open={isNarrow && open !== undefined}>
      <div ref={list} className={classes.left}>
        <p className={classes.lead}>{lead(preview)}</p>
        <WhatStays preview={preview} onVerify={onVerify} />
        {letters.length > 0 && <Addressees letters={letters} open={open?.supporter_id} onOpen={setChosen} />}
      </div>
      {open && (
        <section className={classes.right} aria-labelledby="as-it-arrives">
          {isNarrow && (
            <BackToLetters
              onBack={() => {
                left.current = open.supporter_id
                setChosen(undefined)
              }}
            />
          )}
          <div className={classes.head}>
            <h3 id="as-it-arrives">The letter as it will arrive</h3>
            <IconButton
              icon={IconChevronLeft}
              label="Letter before this one"
              reason={place === 0 ? 'This is the first' : undefined}
              onClick={() => goTo(place - 1)}
            />
            <span className={classes.place}>
              {place + 1} of {letters.length}
            </span>
            <IconButton
              icon={IconChevronRight}
              label="Next letter"
              reason={place === letters.length - 1 ? 'This is the last' : undefined}
              onClick={() => goTo(place + 1)}
            />
          </div>
          <LetterView
            key={open.supporter_id}
            of={{ time: timeOf(time), supporter_id: open.supporter_id }}
            name={open.name}
          />
        </section>
      )}
    </div>
  )
}
