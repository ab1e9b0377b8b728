import { VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { Mention } from '#contract/privacy/erasure.ts'
import { plural } from '../../ui/plural.ts'
import classes from './erasure.module.css'

type MentionsProps = { day: string; found: { data: Mention[]; total: number } }

/** The texts in other records that name the student, which anonymising leaves as they are. */
export function Mentions({ day, found: { data, total } }: MentionsProps) {
  const more = total - data.length
  return (
    <section className={classes.mentions} aria-label="Other records">
      <h3 className="el-body el-strong">
        {total === 0
          ? 'No text in another record was found'
          : `${plural(total, 'text')} in other records: not changed`}
      </h3>
      <p className="el-sm el-ink-2">
        Elimu looks for the ref, and for two words of the name near each other; not for a first name alone.
        {total > 0 && ` Correct the texts before ${day}: afterwards Elimu cannot find them.`}
      </p>
      {total > 0 && (
        <ul>
          {data.map((mention) => (
            <li key={`${mention.kind} ${mention.id} ${mention.excerpt}`}>
              <a className="el-link" href={mention.link} target="_blank" rel="noopener">
                {mention.what}, {mention.name}, {mention.ref}
                <IconExternalLink size={14} aria-hidden />
                <VisuallyHidden>, opens in a new tab</VisuallyHidden>
              </a>
              <q className="el-sm el-ink-2 el-break">{mention.excerpt}</q>
            </li>
          ))}
          {more > 0 && <li className="el-sm el-ink-2">And {more} more. Correct these first.</li>}
        </ul>
      )}
    </section>
  )
}
