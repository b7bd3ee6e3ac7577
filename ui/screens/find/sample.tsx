import { useState } from 'preact/hooks';
import { go, linkTo } from '../../base/address.js';
import { Modal } from '../../base/modal.js';
import { Button } from '../../base/parts.js';
import { sampleName } from './sample-name.js';

/** Sends the collector files of the sample, which the build puts beside the page, as people send their own files. */
export function TrySample() {
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<string>();
  const send = async () => {
    const answer = await fetch('/ui/sample.zip');
    if (!answer.ok) return setFault('The sample is not part of this build.');
    const { enqueue } = await import('../data/uploads/uploader.js');
    enqueue([{ name: 'sample.zip', file: new File([await answer.blob()], 'sample.zip') }]);
    go(linkTo('/data/uploads'));
  };
  return (
    <>
      <Button label="Try it with a sample" run={() => setAsked(true)} />
      {fault !== undefined && (
        <p class="failure" role="alert">
          {fault}
        </p>
      )}
      {isAsked && (
        <Modal label="Load the sample?" onClose={() => setAsked(false)}>
          {(close) => (
            <>
              <p>
                The invented company {sampleName} comes into the graph: about 5,000 objects of a domain and a tenant.
                Load it only if you have no data of your own yet: both would be in one graph.
              </p>
              <p class="row">
                <Button
                  label="Load the sample"
                  look="main"
                  run={() => {
                    close();
                    return send();
                  }}
                />
                <Button label="Cancel" run={close} />
              </p>
            </>
          )}
        </Modal>
      )}
    </>
  );
}
