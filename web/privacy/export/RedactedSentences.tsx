import { useEffect, useRef } from 'react'
import { ANOTHER_CHILD, type Redaction } from '#contract/privacy/exports.ts'
import { listOf } from '../../ui/plural.ts'
import classes from './export.module.css'

type RedactedSentencesProps = {
  redactions: Redaction[]
  /** The ids of those that stay as they are. */
  unredacted: string[]
  onChange: (unredacted: string[]) => void
}

/** The sentences in which other children are redacted. An officer may leave some as they are. */
export function RedactedSentences({ redactions, unredacted, onChange }: RedactedSentencesProps) {
  const box = useRef<HTMLElement>(null)
  // The button that opened this step no longer exists.
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} aria-label="Redacted sentences" className="el-focus-in">
      <p className="el-body el-ink-2">
        {redactions.length === 0
          ? 'Elimu found no other child in the texts.'
          : 'Other children are redacted in these sentences. What you leave in is listed under Who looked.'}
      </p>
      {redactions.length > 0 && (
        <ul className={`el-box el-ruled el-ui ${classes.redactions}`}>
          {redactions.map(({ id, places, text, redacted }) => (
            <li key={id}>
              <p className="el-sm el-ink-2">{places.join(', ')}</p>
              <p className="el-prose">
                <Marked text={text} />
              </p>
              <label className={classes.choice}>
                <input
                  type="checkbox"
                  checked={unredacted.includes(id)}
                  onChange={({ currentTarget }) =>
                    onChange(
                      currentTarget.checked
                        ? [...unredacted, id]
                        : unredacted.filter((other) => other !== id),
                    )
                  }
                />
                <span>
                  Leave in: <b className="el-strong">{listOf([...new Set(redacted)])}</b>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A text with its redactions highlighted. */
const Marked = ({ text }: { text: string }) =>
  text.split(ANOTHER_CHILD).flatMap((part, place) =>
    place === 0
      ? [part]
      : [
          // Marks have no identity except their place.
          // oxlint-disable-next-line react/no-array-index-key
          <mark key={place}>{ANOTHER_CHILD}</mark>,
          part,
        ],
  )
