import { Input, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { namesOf } from '#contract/base/fields.ts'
import { roleName } from '#contract/permissions.ts'
import {
  decisionForm,
  type RefusalGround,
  refusalGrounds,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { decide, useRightsChanged } from './requestApi.ts'
import { type Language, languages } from '../PaperLetter.tsx'
import { RefusalLetter } from './RefusalLetter.tsx'
import { askerOf, requestLine } from './requestBadges.ts'
import classes from './requests.module.css'

type DecideProps = { request: RightsRequest; onClose: () => void }

/** Closing a request that was answered. */
export function AnswerModal({ request, onClose }: DecideProps) {
  const changed = useRightsChanged()
  return (
    <FormModal
      title="Mark as Answered"
      subtitle={requestLine(request)}
      initialValues={{ state: 'answered', reason: '' }}
      schema={decisionForm}
      verb="Mark as answered"
      save={(body, transfer) => decide(request.id, body, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <Textarea
          label={`How ${askerOf(request)} was answered`}
          description="Such as: on a memory stick, handed over in the office on 20 November."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={3}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
    </FormModal>
  )
}

const noReason: { state: 'refused'; ground: RefusalGround; reason: string; reason_sw: string } = {
  state: 'refused',
  ground: 'identity',
  reason: '',
  reason_sw: '',
}

type RefuseProps = DecideProps & { onPrint: (refused: RightsRequest) => void }

/** A refusal with its reason, beside the letter that the person gets, which is printed afterwards. */
export function RefuseModal({ request, onClose, onPrint }: RefuseProps) {
  const user = useSessionUser()
  const today = useToday()
  const changed = useRightsChanged()
  const [language, setLanguage] = useState<Language>('English')
  const [refused, setRefused] = useState<RightsRequest>()
  const signed_by = user.name
  return (
    <FormModal
      title="Refuse the Request"
      subtitle={requestLine(request)}
      shape="wide"
      initialValues={noReason}
      schema={decisionForm}
      verb="Refuse and print"
      save={(body, transfer) => decide(request.id, body, transfer)}
      onSaved={({ data }) => {
        changed()
        setRefused(data)
      }}
      onClose={() => (refused ? onPrint(refused) : onClose())}
    >
      {(form) => (
        <div className={classes.refusal}>
          <div className={classes.fields}>
            <GroundField
              value={form.values.ground}
              onChange={(ground) => form.setFieldValue('ground', ground)}
            />
            <Textarea
              label="What the letter says about it"
              description="Write to the person. Do not name the child or other people."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              rows={4}
              {...form.getInputProps('reason')}
            />
            <Textarea
              label="The same in Swahili"
              description="Optional. Without it, the Swahili page prints the English words, marked as not translated."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              rows={4}
              lang="sw"
              {...form.getInputProps('reason_sw')}
            />
            <TextInput label="Signed by" disabled value={`${signed_by}, ${roleName(user.role)}`} />
          </div>
          <section aria-labelledby="letter">
            <header className={classes.letterHead}>
              <h3 id="letter" className="el-ui el-strong">
                The letter
              </h3>
              <Segments
                label="Language"
                choices={languages.map((name) => ({ id: name, name }))}
                chosen={language}
                onChoose={setLanguage}
              />
            </header>
            <RefusalLetter
              language={language}
              refusal={{ ...request, ...form.values, on: today, signed_by }}
            />
            <p className="el-sm el-ink-2">
              Both languages are printed. The closed request can print the letter again.
            </p>
          </section>
        </div>
      )}
    </FormModal>
  )
}

type GroundFieldProps = { value: RefusalGround; onChange: (ground: RefusalGround) => void }

function GroundField({ value, onChange }: GroundFieldProps) {
  const id = useId()
  return (
    <div>
      <Input.Label id={id} labelElement="div" mb={6}>
        Reason
      </Input.Label>
      <ChoiceCards
        labelledBy={id}
        className={classes.kinds}
        choices={namesOf(refusalGrounds).map((ground) => ({
          value: ground,
          content: refusalGrounds[ground],
        }))}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
