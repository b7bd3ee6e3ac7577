import { NewCondition } from '../table/conditions.js';
import { ParameterMarks } from './parameter-marks.js';

interface ConditionEditorProps {
  /** Of the list of conditions. */
  readonly label: string;
  /** The parameter in the address, such as `end_where`. */
  readonly name: string;
}

/** The conditions of a parameter, and a form that adds one. They are in the address. */
export function ConditionEditor({ label, name }: ConditionEditorProps) {
  return (
    <>
      <ParameterMarks label={label} names={[name]} />
      <NewCondition label={label} name={name} />
    </>
  );
}
