import { Group } from '@mantine/core'
import { useMemo } from 'react'
import type { Missing } from '#contract/records.ts'
import { everyLack, type Lack, lacks } from '../../records/missing/steps.ts'
import { StatusMark } from '../../ui/StatusBadge.tsx'
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
    <section
      className={`el-card el-frame ${classes.counts}`}
      aria-label={term ? `What is missing in ${term}` : 'What is missing'}
    >
      {everyLack.map((lack) => {
        const { word, ...mark } = lacks[lack].look
        return (
          <button
            key={lack}
            type="button"
            className={`el-plain el-focus-in ${classes.count}`}
            aria-pressed={lack === chosen}
            disabled={sums[lack] === 0 && lack !== chosen}
            onClick={() => onChoose(lack === chosen ? undefined : lack)}
          >
            <b className="el-h1 el-numbers">{sums[lack]}</b>{' '}
            <Group component="span" gap={7} wrap="nowrap" className="el-ui el-strong el-ink-2">
              <StatusMark {...mark} />
              {word}
            </Group>
          </button>
        )
      })}
    </section>
  )
}
