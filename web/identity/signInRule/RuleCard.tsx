import { Button, Group } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GRACE_DAYS, type SignInRule } from '#contract/identity/account.ts'
import { ConfirmNote } from '../../ui/modal/ConfirmNote.tsx'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { Message } from '../../ui/Message.tsx'
import { plural, verb } from '../../ui/plural.ts'
import { saveSignInRule, type SignIn, signInQuery } from '../accountApi.ts'
import classes from './signInRule.module.css'
import { countOf } from './signInCounts.ts'

const rules: { value: SignInRule; title: string; about: string }[] = [
  { value: 'nobody', title: 'Nobody', about: 'Sign-in asks for email and password only.' },
  {
    value: 'roles_1_to_3',
    title: 'Administrators, directors and coordinators',
    about: 'The roles that see or change everything.',
  },
  { value: 'staff', title: 'All staff', about: 'Liaison officers too. Supporters never need one.' },
]

/** Chooses for whom a second step is required. */
export function RuleCard({ signIn }: { signIn: SignIn }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(signIn.required)
  const { mutate, isPending, error } = useMutation({
    mutationFn: saveSignInRule,
    onSuccess: () => client.invalidateQueries(signInQuery),
  })
  return (
    <section className={`el-card ${classes.rule}`}>
      <div className={classes.body}>
        <h2 id="who-must" className="el-h2">
          Who must use a second step
        </h2>
        <p className="el-ui el-ink-2">Everyone else may set one up under Account, Security.</p>
        <ChoiceCards
          labelledBy="who-must"
          className={classes.rules}
          value={chosen}
          onChange={setChosen}
          choices={rules.map(({ value, title, about }) => ({
            value,
            content: <Choice title={title} about={about} count={countOf(signIn.roles, value)} />,
          }))}
        />
        <Group gap={11} wrap="nowrap" align="flex-start" mt={14} className="el-ui el-ink-2">
          <IconCalendarDue size={19} className="el-ink-3" aria-hidden />
          <span>
            <b>{GRACE_DAYS} days to set it up,</b> from the first sign-in or from the day this changes,
            whichever is later. After that, signing in leads to the set-up page.
          </span>
        </Group>
        {error && <Message tone="bad">{error.message}</Message>}
      </div>
      <div className={classes.foot}>
        <ConfirmNote />
        <Button disabled={isPending || chosen === signIn.required} onClick={() => mutate(chosen)}>
          Save
        </Button>
      </div>
    </section>
  )
}

type ChoiceProps = { title: string; about: string; count: { users: number; have: number } }

const Choice = ({ title, about, count: { users, have } }: ChoiceProps) => (
  <span className={classes.choice}>
    <b>{title}</b>
    {users > 0 && (
      <span className="el-sm el-ink-2 el-numbers">
        {plural(users, 'user')}, {have} {verb(have, 'has')} one
      </span>
    )}
    <span className="el-ui el-ink-2">{about}</span>
  </span>
)
