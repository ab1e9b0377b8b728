import { Stack, VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { HistoryEntry } from '#contract/base/call.ts'
import { isDay } from '#contract/base/days.ts'
import { formatDay } from '../formatDate.ts'
import classes from './ChangeList.module.css'

/** The labels of the fields, by their names on the wire. */
export type FieldLabels = Readonly<Record<string, string>>

/** Each changed field with its old and its new value. */
export function ChangeList({ changes, labels }: { changes: HistoryEntry['changes']; labels: FieldLabels }) {
  return (
    <Stack component="dl" gap={4} fz="ui" lh="ui">
      {changes.map(({ field, from, to }) => (
        <div key={field} className={classes.change}>
          <dt className="el-ink-3">{labels[field] ?? field}</dt>
          <dd className="el-prose">
            {from !== null && (
              <>
                <VisuallyHidden>from </VisuallyHidden>
                <span className="el-ink-2">
                  <ChangedValue field={field} value={from} isOlder />
                </span>{' '}
                <IconArrowRight size={14} aria-hidden className={classes.arrow} />{' '}
                <VisuallyHidden>to </VisuallyHidden>
              </>
            )}
            {to === null ? (
              <span className="el-ink-2">nothing</span>
            ) : (
              <ChangedValue field={field} value={to} />
            )}
          </dd>
        </div>
      ))}
    </Stack>
  )
}

type ChangedValueProps = { field: string; value: string; isOlder?: boolean }

const fileWords: Partial<Record<string, string>> = {
  picture: 'picture',
  certificate: 'certificate',
  'result slip': 'result slip',
  file: 'PDF',
  form: 'form',
}

/** A value in readable form: a day as a date, a file as a link. */
function ChangedValue({ field, value, isOlder = false }: ChangedValueProps) {
  const file = fileWords[field]
  if (file)
    return (
      <a href={`/api/files/${value}`} target="_blank" rel="noopener">
        {isOlder ? 'older' : 'new'} {file}
      </a>
    )
  return isDay(value) ? formatDay(value) : value
}
