import { purposeWords } from '#contract/privacy/consentWords.ts'
import { sharedList } from '#contract/privacy/sharedList.ts'
import { capital } from '../../../ui/plural.ts'
import classes from './page.module.css'

/** What a supporter may see under which purpose: the list that the form gives to families. */
export const SharedListCard = () => (
  <details className={`el-card ${classes.shared}`}>
    <summary className="el-h2">What supporters may see</summary>
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
          Without it, a supporter who lives outside Kenya, or in a country that is not known, sees nothing.
        </dd>
      </div>
    </dl>
  </details>
)
