import { Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMore } from '../../../ui/list/useMore.tsx'
import { plural } from '../../../ui/plural.ts'
import classes from './ValuesStep.module.css'

/** A column assigned by mistake may have a different word in every row. */
const FIRST_SHOWN = 20

type WordListProps<Word> = {
  words: readonly Word[]
  /** The heads of the first and the last column. */
  asked?: string
  answer: string
  /** Whether there is room for a further answer. */
  isWide?: boolean
  head?: ReactNode
  foot?: ReactNode
  children: (word: Word) => ReactNode
}

/** Words of the sheet, each with the number of its rows and its answer. */
export function WordList<Word extends { word: string; rows: number }>(props: WordListProps<Word>) {
  const { words, asked = 'In your sheet', answer, isWide, head, foot, children } = props
  const [shown, more] = useMore(words, FIRST_SHOWN)
  return (
    <div className={classes.words} data-wide={isWide}>
      {head}
      {/* Hidden from screen readers, because each answer has its own label. */}
      <div className={classes.wordsHead} aria-hidden>
        <span>{asked}</span>
        <span className={classes.count}>Rows</span>
        <span />
        <span>{answer}</span>
      </div>
      <ul>
        {shown.map((each) => (
          <li key={each.word} className={classes.word}>
            <b className="el-strong el-break">{each.word}</b>
            <span className={`el-ink-2 el-numbers ${classes.count}`} aria-label={plural(each.rows, 'row')}>
              {each.rows}
              <Text span inherit hiddenFrom="sm">
                {each.rows === 1 ? ' row' : ' rows'}
              </Text>
            </span>
            <IconArrowRight size={18} color="var(--el-ink-3)" aria-hidden />
            {children(each)}
          </li>
        ))}
      </ul>
      {more}
      {foot}
    </div>
  )
}
