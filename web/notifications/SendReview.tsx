import { Box, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { LetterView } from '../letters/LetterView.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useWidth } from '../ui/useIsPhone.ts'
import { Addressees } from './Addressees.tsx'
import { timeOf } from './notificationApi.ts'
import classes from './Send.module.css'
import { lead } from './sendWords.ts'
import { NotSent } from './NotSent.tsx'

/** The preview of a send: a summary, what is not sent and why, the recipients, and each letter. */
export function SendReview({ preview, time, onVerify }: ComponentProps<typeof NotSent>) {
  const { letters } = preview
  const isNarrow = useWidth('(max-width: 68.74em)')
  const [chosen, setChosen] = useState<number>()
  const open =
    letters.find(({ supporter_id }) => supporter_id === chosen) ?? (isNarrow ? undefined : letters[0])
  const index = open ? letters.indexOf(open) : -1
  const goTo = (next: number) => setChosen(letters[next]?.supporter_id)
  const letter = open && (
    <LetterView
      key={open.supporter_id}
      of={{ time: timeOf(time), supporter_id: open.supporter_id }}
      name={open.name}
    />
  )
  return (
    <div className={classes.review}>
      <div className="el-scroll">
        <Text className="el-strong" fz="1.125rem" lh="1.5rem" pt={7} mb={15}>
          {lead(preview)}
        </Text>
        <NotSent preview={preview} time={time} onVerify={onVerify} />
        {letters.length > 0 && (
          <Addressees
            letters={letters}
            open={open?.supporter_id}
            onOpen={setChosen}
            inPlace={
              isNarrow && (
                <div ref={scrollTo} className={classes.inPlace}>
                  {letter}
                </div>
              )
            }
          />
        )}
      </div>
      {letter && !isNarrow && (
        <section className={classes.right} aria-labelledby="as-it-arrives">
          <div className="el-row">
            <Text component="h3" id="as-it-arrives" className="el-h3" fw={700} mr="auto">
              The letter as it will arrive
            </Text>
            <IconButton
              icon={IconChevronLeft}
              label="Letter before this one"
              reason={index === 0 ? 'This is the first' : undefined}
              onClick={() => goTo(index - 1)}
            />
            <Box component="span" className="el-ink-2 el-numbers" px={4}>
              {index + 1} of {letters.length}
            </Box>
            <IconButton
              icon={IconChevronRight}
              label="Next letter"
              reason={index === letters.length - 1 ? 'This is the last' : undefined}
              onClick={() => goTo(index + 1)}
            />
          </div>
          {letter}
        </section>
      )}
    </div>
  )
}

/** Scrolls to the letter, because a supporter of many students is listed far above it. */
const scrollTo = (letter: HTMLElement | null) => letter?.scrollIntoView({ block: 'nearest' })
