import type { SchoolAccount } from '#contract/money/schoolAccounts.ts'
import { formatDate, onOneLine } from '../ui/formatDate.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import classes from './AccountModal.module.css'
import { accountLooks, numberOf, paidInto, timeWords, usedWords } from './accountWords.ts'

const replaced: StatusLook = { word: 'Replaced', tone: 'grey', shape: 'square' }

const lookOf = ({ replaced_at, checked_at }: SchoolAccount): StatusLook =>
  replaced_at ? replaced : accountLooks[checked_at ? 'in_use' : 'changed']

/** Accounts of a school, the newest first: who set them, where they had them from, and how often they were paid into. */
export const AccountHistory = ({ accounts }: { accounts: SchoolAccount[] }) => (
  <ul className={`el-frame el-ruled ${classes.history}`}>
    {accounts.map((account) => (
      <li key={account.id}>
        <StatusBadge {...lookOf(account)} />
        <div>
          <p className="el-ui el-strong el-break el-numbers">
            {paidInto(account)}, {numberOf(account)}
          </p>
          {account.account_name && <p className="el-sm el-ink-2 el-break">{account.account_name}</p>}
        </div>
        <div>
          <p className="el-ui el-medium el-numbers">{timeWords(account)}</p>
          <p className="el-sm el-ink-2 el-break">
            {account.set_by}: {account.heard_from}
          </p>
          {account.checked_at && account.spoke_to && (
            <p className="el-sm el-ink-2 el-break">
              Checked by phone with {account.spoke_to}, {onOneLine(formatDate(account.checked_at))}
            </p>
          )}
          <p className="el-sm el-ink-2 el-numbers">{usedWords(account)}</p>
        </div>
      </li>
    ))}
  </ul>
)
