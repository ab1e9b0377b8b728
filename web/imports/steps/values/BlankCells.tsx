import { plural } from '../../../ui/plural.ts'
import { SectionHead } from '../../ImportFrame.tsx'
import type { BlankQuestion } from '../../sheet/askMissing.ts'
import { ValueInput } from '../../ValueInput.tsx'
import classes from './ValuesStep.module.css'
import { WordRow, WordsHead } from './WordMeanings.tsx'

type BlankCellsProps = {
  /** The noun for one row: `student`. */
  noun: string
  blanks: BlankQuestion[]
  values: Record<string, string>
  onValue: (field: string, value: string) => void
}

/** Offers one value for all blank cells of a column, which saves typing it into hundreds of rows. */
export const BlankCells = ({ noun, blanks, values, onValue }: BlankCellsProps) => (
  <>
    <SectionHead
      title={`${plural(blanks.length, 'needed field')} with blank cells`}
      about={`One value for all blank cells of a field. Only new ${noun}s get it. Without it, you fill the rows in under Check.`}
    />
    <div className={`${classes.group} ${classes.places}`}>
      <div className={classes.words} data-wide>
        <WordsHead asked="Field" answer="In all blank cells" />
        <ul>
          {blanks.map(({ target, rows }) => (
            <WordRow key={target.field} word={target.label} rows={rows}>
              <ValueInput
                target={target}
                label={`${target.label} in ${plural(rows, 'blank cell')}`}
                value={values[target.field] ?? ''}
                onChange={(value) => onValue(target.field, value)}
              />
            </WordRow>
          ))}
        </ul>
      </div>
    </div>
  </>
)
