import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { type PlanDecision, type PlanDraft as Draft, type ProposedRow } from '#contract/money/plans.ts'
import { useFundingChanged } from '../funding/fundingApi.ts'
import { money } from '../ui/amounts.ts'
import { Segments } from '../ui/form/Segments.tsx'
import { formatMoment, onOneLine } from '../ui/formatDate.ts'
import { messageOf } from '../ui/http.ts'
import { Message } from '../ui/Message.tsx'
import { ConfirmModal } from '../ui/modal/ConfirmModal.tsx'
import { plural, verb } from '../ui/plural.ts'
import { FeeCell } from './FeeCell.tsx'
import { FeesModal } from './FeesModal.tsx'
import { decidePlan, discardPlanDraft, planDraftQuery, savePlanDraft, usePlansChanged } from './planApi.ts'
import {
  basisOf,
  decisionCounts,
  decisionWords,
  figuresOf,
  flagsOf,
  isProposed,
  rangeOf,
  totalOf,
} from './planWords.ts'
import classes from './Plans.module.css'

type PlanDraftProps = {
  draft: Draft
  year: string
  /** Called with what the server says after saving or discarding. */
  onDone: (message: string) => void
}

/** The proposed fees of a year, each to accept, to change or to skip. Several people may decide about the same draft. */
export function PlanDraft({ draft, year, onDone }: PlanDraftProps) {
  const id = useId()
  const { year_id, from_year, terms, rows, incomplete, saved_at } = draft
  const changed = usePlansChanged()
  const fundingChanged = useFundingChanged()
  const [changing, setChanging] = useState<ProposedRow>()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isOpenOnly, setIsOpenOnly] = useState(false)
  const deciding = useDeciding(year_id)
  const saving = useMutation({
    mutationFn: () => savePlanDraft(year_id),
    onSuccess: ({ message }) => onDone(message),
    onSettled: fundingChanged,
  })
  const counts = decisionCounts(rows)
  const plans = counts.accepted + counts.changed
  const shown = isOpenOnly ? rows.filter(({ decision }) => decision === null) : rows
  const failure = deciding.error ?? saving.error
  const nameOf = (term_id: number) => terms.find((term) => term.id === term_id)?.term_name
  return (
    <section className={`el-card ${classes.draft}`} aria-labelledby={id}>
      <div className={classes.draftHead}>
        <div>
          <h2 id={id} className="el-h2">
            Proposal for {year}
          </h2>
          <p className="el-ui el-ink-2">
            The middle amount of the students’ receipts in {from_year}, term by term, rounded up to the next
            100
          </p>
        </div>
        <p className="el-sm el-ink-2 el-numbers">Draft saved {onOneLine(formatMoment(saved_at))}</p>
      </div>
      <div className={classes.counts}>
        <output className="el-ui el-numbers">
          <b>
            {rows.length - counts.open} of {rows.length} decided
          </b>
          {counts.open < rows.length && `: ${decisionWords(counts)}`}
        </output>
        <span className={classes.meter} aria-hidden>
          {(['accepted', 'changed', 'skipped', 'open'] as const).map((state) => (
            <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />
          ))}
        </span>
        {(counts.open > 0 || isOpenOnly) && (
          <Button variant="subtle" onClick={() => setIsOpenOnly(!isOpenOnly)}>
            {isOpenOnly ? `Show all ${rows.length}` : `Show the ${counts.open} to decide`}
          </Button>
        )}
      </div>
      {failure && (
        <div className={classes.notice}>
          <Message tone="bad">{messageOf(failure)}</Message>
        </div>
      )}
      {incomplete.length > 0 && (
        <div className={classes.notice}>
          <Message tone="note" icon={IconAlertTriangle}>
            {incomplete.map(({ term_id, students }) => (
              <span key={term_id} className={classes.incomplete}>
                <b>
                  {nameOf(term_id)} of {from_year} is not complete.
                </b>{' '}
                {plural(students, 'student')} {verb(students, 'has')} no receipt yet, so some{' '}
                {nameOf(term_id)} amounts may be too low.{' '}
              </span>
            ))}
            <Link to="/dashboard" search={{ menu: 'missing' }} className="el-link">
              See what is missing
            </Link>
          </Message>
        </div>
      )}
      <ul className="el-ruled">
        {shown.map((row) => (
          <DraftRow
            key={`${row.school_id} ${row.class_id}`}
            row={row}
            draft={draft}
            year={year}
            onDecide={(decision) =>
              decision === 'change' ? setChanging(row) : deciding.mutate({ row, decision })
            }
          />
        ))}
        {shown.length === 0 && <li className={classes.none}>All rows are decided.</li>}
      </ul>
      <div className={classes.foot}>
        <p className="el-sm el-ink-2">
          Nothing counts until you save. Classes without a decision are left out.
        </p>
        <Group gap={8} ml="auto">
          <Button variant="default" disabled={saving.isPending} onClick={() => setIsDiscarding(true)}>
            Discard draft
          </Button>
          <Button
            leftSection={<IconCheck size={18} aria-hidden />}
            disabled={plans === 0 || saving.isPending}
            onClick={() => saving.mutate()}
          >
            Save {plural(plans, 'plan')}
          </Button>
        </Group>
      </div>
      {changing && (
        <FeesModal
          place={changing}
          year={year}
          terms={terms}
          fees={figuresOf(changing, terms)}
          save={(fees, transfer) =>
            decidePlan(year_id, { ...shownDecision(changing), decision: 'change', terms: fees }, transfer)
          }
          onSaved={() => void changed()}
          onClose={() => setChanging(undefined)}
        />
      )}
      {isDiscarding && (
        <ConfirmModal
          title="Discard draft"
          verb="Discard"
          icon={IconTrash}
          isDeletion
          confirm={(transfer) => discardPlanDraft(year_id, transfer)}
          onSaved={({ message }) => onDone(message)}
          onClose={() => {
            setIsDiscarding(false)
            void changed()
          }}
        >
          Discard the proposal for {year} with its {plural(rows.length - counts.open, 'decision')}? The fees
          that are saved stay as they are.
        </ConfirmModal>
      )}
    </section>
  )
}

type Decided = { row: ProposedRow; decision: PlanDecision }

/** Shows a decision at once, and what the draft is on the server afterwards. */
function useDeciding(year_id: number) {
  const client = useQueryClient()
  const changed = usePlansChanged()
  const { queryKey } = planDraftQuery(year_id)
  return useMutation({
    mutationFn: ({ row, decision }: Decided) => decidePlan(year_id, { ...shownDecision(row), decision }),
    onMutate: async ({ row, decision }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(
        queryKey,
        (draft) =>
          draft && {
            ...draft,
            rows: draft.rows.map((each) =>
              each.school_id === row.school_id && each.class_id === row.class_id
                ? Object.assign({}, each, { decision })
                : each,
            ),
          },
      )
    },
    onSettled: changed,
  })
}

/** The class of a row, and the decision that the page shows. */
const shownDecision = ({ school_id, class_id, decision, chosen }: ProposedRow) => ({
  school_id,
  class_id,
  seen: { decision, chosen },
})

type DraftRowProps = {
  row: ProposedRow
  draft: Draft
  year: string
  onDecide: (decision: PlanDecision) => void
}

function DraftRow({ row, draft: { terms, from_year }, year, onDecide }: DraftRowProps) {
  const { school, class: name, students, decision } = row
  const flags = flagsOf(row, from_year)
  const figures = figuresOf(row, terms)
  const range = rangeOf(row, terms)
  const isSkipped = decision === 'skip'
  return (
    <li
      className={classes.row}
      data-skipped={isSkipped}
      data-weak={(decision === null && flags.length > 0) || undefined}
      aria-label={`${school}, ${name}`}
    >
      <div>
        <p className={classes.school}>{school}</p>
        <p className="el-sm el-ink-2">
          {name}, {plural(students, 'student')}
        </p>
      </div>
      <div>
        <p>{basisOf(row, from_year)}</p>
        {range && <p className="el-sm el-ink-2 el-numbers">{range}</p>}
        {flags.map((flag) => (
          <p key={flag} className={classes.flag}>
            <IconAlertTriangle size={16} aria-hidden />
            {flag}
          </p>
        ))}
      </div>
      <dl className={classes.figures}>
        {figures.map(({ term_id, amount, to_school }) => {
          const proposed = row.terms.find((term) => term.term_id === term_id)
          return (
            <div key={term_id}>
              <dt>{terms.find(({ id }) => id === term_id)?.term_name}</dt>
              <dd>
                <FeeCell amount={amount} to_school={to_school} isStruck={isSkipped} isNarrow />
                {decision === 'change' && proposed && proposed.amount !== amount && (
                  <span className={classes.proposed}>
                    proposed {proposed.amount === null ? 'nothing' : money(proposed.amount)}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
        <div data-total>
          <dt>{year}</dt>
          <dd>
            <FeeCell
              amount={totalOf(figures, 'amount')}
              to_school={totalOf(figures, 'to_school')}
              isStruck={isSkipped}
              isNarrow
            />
          </dd>
        </div>
      </dl>
      <Segments
        label={`Decision about ${school}, ${name}`}
        choices={[
          { id: 'accept', name: 'Accept', isDisabled: !isProposed(row) },
          { id: 'change', name: 'Change' },
          { id: 'skip', name: 'Skip' },
        ]}
        chosen={decision ?? undefined}
        onChoose={onDecide}
      />
    </li>
  )
}
