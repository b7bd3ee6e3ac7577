import { ApiError } from '../../api/send.js';
import { Input } from '../../base/controls.js';

interface KeepProps {
  /** Empty: the picture is not kept, or has none. */
  readonly name: string;
  readonly keep: (name: string) => Promise<void>;
  readonly say: (message: string) => void;
}

/** Keeps the picture by a name, or gives it another one. */
export function Keep({ name, keep, say }: KeepProps) {
  const keepAs = async (entered: string) => {
    try {
      await keep(entered);
      say(`Kept as ${entered}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      say(`Not saved: ${error.message}`);
    }
  };
  const onEnter = (text: string) => {
    if (text.trim() !== '') void keepAs(text.trim());
  };
  return <Input label="Name of the picture" value={name} onEnter={onEnter} />;
}
