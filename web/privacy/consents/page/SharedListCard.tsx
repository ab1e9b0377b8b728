import { useState } from 'react'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import { sharedList } from '#contract/privacy/sharedList.ts'
import { FoldButton } from '../../../ui/FoldButton.tsx'
import { capital } from '../../../ui/plural.ts'
import classes from './page.module.css'

/** What a supporter may see under which purpose: the list that the form gives to families. */
export function SharedListCard() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`el-card ${classes.shared}`}>
      <h2>
        <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} fz="h3" ml={-8}>
          What supporters may see
        </FoldButton>
      </h2>
      {isOpen && <SharedList />}
    </section>
  )
}

const SharedList = () => (
  <>
    <p className="el-ui el-ink-2">The form tells families the same. Staff see everything.</p>
    <dl className="el-ui">
      {sharedList.map(({ under, items }) => (
        <div key={under} className="el-line">
          <dt className="el-strong">{under === 'always' ? 'Always' : purposeWords[under].title}</dt>
          <dd className="el-ink-2">{capital(items.map(({ words }) => words[0]).join(', '))}.</dd>
        </div>
      ))}
      <div className="el-line">
        <dt className="el-strong">{purposeWords.abroad.title}</dt>
        <dd className="el-ink-2">
          After a No, or once the Yes has ended, a supporter who lives outside Kenya, or in a country that is
          not known, sees nothing.
        </dd>
      </div>
    </dl>
  </>
)
