import { useState } from 'preact/hooks';
import { type AnswerOf, formCall } from '../../api/call.js';
import { passwordField } from '../../base/field.js';
import { Form } from '../../base/form.js';
import { Button, Heading, Moment, Pairs } from '../../base/parts.js';
import { LogInAgain } from '../../base/provider-login.js';
import { account } from '../../base/session.js';

type Waiting = AnswerOf<'POST /api/v2/device/request'>['data'];

interface Asked {
  readonly code: string;
  readonly program: Waiting;
}

/** Lets a program log in whose code its user types. The code is never part of a link, which others could send. */
export function View() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [outcome, setOutcome] = useState('');
  const [kept] = useState(takeCode);
  const end = (text: string) => {
    setAsked(null);
    setOutcome(text);
  };
  return (
    <>
      <Heading text="Log in on the command line" />
      {asked ? (
        <Decision {...asked} onDone={end} />
      ) : (
        <Form
          key="code"
          fields={[
            {
              name: 'user_code',
              label: 'Code that the program shows',
              note: 'Type only a code that you have asked for yourself.',
              isRequired: true,
              isFocused: true,
            },
          ]}
          values={{ user_code: kept }}
          submit="Go on"
          ask={(body) => formCall('POST /api/v2/device/request', { body })}
          onDone={({ data }, { user_code: code }) => {
            setOutcome('');
            setAsked({ code: String(code), program: data });
          }}
        />
      )}
      <p role="status">{outcome}</p>
    </>
  );
}

const keptCode = 'device-code';

/** The code from before a login by the provider, which leaves the page. */
function takeCode(): string {
  const code = sessionStorage.getItem(keptCode) ?? '';
  sessionStorage.removeItem(keptCode);
  return code;
}

interface DecisionProps extends Asked {
  readonly onDone: (outcome: string) => void;
}

function Decision({ code, program, onDone }: DecisionProps) {
  const [isRefusing, setRefusing] = useState(false);
  const { address, program: name, created_at: time, needs_proof: needsProof } = program;
  const slug = account.value?.sso_slug ?? null;
  const decide = (isApproved: boolean) => (values: object) =>
    formCall('POST /api/v2/device/decision', { body: { ...values, user_code: code, is_approved: isApproved } });
  return (
    <>
      <p>This program wants to log in as you. It may do all that you may.</p>
      <Pairs of={{ Address: address, Program: name, Asked: <Moment time={time} /> }} />
      {isRefusing ? (
        <Form
          key="refuse"
          submit="Refuse it"
          isDanger
          ask={decide(false)}
          onDone={() => onDone('The program is refused.')}
        >
          <Button label="Back" run={() => setRefusing(false)} />
        </Form>
      ) : needsProof && slug !== null ? (
        <>
          <p>Your last login is older than ten minutes. Log in again to let the program log in: the code stays.</p>
          <div class="row">
            <LogInAgain slug={slug} screen="/device" onLeave={() => sessionStorage.setItem(keptCode, code)} />
            <Button label="Refuse" run={() => setRefusing(true)} />
          </div>
        </>
      ) : (
        <Form
          key="allow"
          fields={needsProof ? [passwordField('secret', 'Password', 'current-password', {})] : []}
          submit="Let it log in"
          ask={decide(true)}
          onDone={() => onDone('The program is logged in. You find its session under Security.')}
        >
          <Button label="Refuse" run={() => setRefusing(true)} />
        </Form>
      )}
    </>
  );
}
