import { Flex, SimpleGrid, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Missing } from '#contract/records/records.ts'
import { everyLack, type Lack, lacks } from './steps.ts'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { sumsOf } from './arrangeMissing.ts'
import classes from './Missing.module.css'

type MissingCountsProps = {
  term: string
  rows: Missing[]
  chosen: Lack | undefined
  onChoose: (lack: Lack | undefined) => void
}

/** The number of missing items of each kind. Pressing a number shows only those. */
export function MissingCounts({ term, rows, chosen, onChoose }: MissingCountsProps) {
  const sums = useMemo(() => sumsOf(rows), [rows])
  return (
    <SimpleGrid
      component="section"
      className={`el-card el-cells ${classes.counts}`}
      cols={{ base: 1, sm: 3, md: everyLack.length }}
      mb="s4"
      aria-label={term ? `What is missing in ${term}` : 'What is missing'}
    >
      {everyLack.map((lack) => {
        const { word, ...mark } = lacks[lack].look
        return (
          <Flex
            key={lack}
            component="button"
            type="button"
            className={`el-plain el-focus-in ${classes.count}`}
            direction={{ base: 'row-reverse', sm: 'column' }}
            align={{ base: 'center', sm: 'flex-start' }}
            justify={{ base: 'space-between', sm: 'flex-start' }}
            mih={47}
            p={{ base: '6px 14px', sm: '14px clamp(10px, 1.1vw, 20px) 15px' }}
            aria-pressed={lack === chosen}
            disabled={sums[lack] === 0 && lack !== chosen}
            onClick={() => onChoose(lack === chosen ? undefined : lack)}
          >
            <Text
              component="b"
              className="el-numbers"
              fz="clamp(1.1875rem, 3.5vw, 1.75rem)"
              fw="var(--el-fw-head)"
              lh={1.22}
            >
              {sums[lack]}
            </Text>{' '}
            <span className="el-ui el-strong el-ink-2">
              <StatusMark {...mark} /> {word}
            </span>
          </Flex>
        )
      })}
    </SimpleGrid>
  )
}
