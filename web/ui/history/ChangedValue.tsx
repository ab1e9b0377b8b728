import { formatDate } from '../formatDate.ts'
import classes from './ChangeList.module.css'

type ChangedValueProps = { field: string; value: string; isOlder?: boolean }

const fileWords: Partial<Record<string, string>> = {
  picture: 'picture',
  certificate: 'certificate',
  file: 'PDF',
}

/** A value as people read it: a day as a date, a file as the way to it. */
export function ChangedValue({ field, value, isOlder = false }: ChangedValueProps) {
  const file = fileWords[field]
  if (file)
    return (
      <a className={classes.file} href={`/api/files/${value}`} target="_blank" rel="noopener">
        {isOlder ? 'older' : 'new'} {file}
      </a>
    )
  return isDay(value) ? formatDate(`${value}T00:00`) : value
}

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)
